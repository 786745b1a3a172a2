"""The switch in the status line that lets other programs drive the queue, with what they need to know."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget, QWidgetAction

from momentry_desk.core.snapshot import ApiState
from momentry_desk.ui.sentences import in_words

#: Of an entry of the menu, so that its words stand below one another. Left, top, right, bottom.
_ENTRY_MARGINS = (26, 4, 20, 4)
#: A sentence in a menu goes on in a second line rather than beyond the screen's edge.
_ENTRY_WIDTH = 380


class ApiDoor(Protocol):
    """What the window knows of the API. `token` and `renew_token` raise exceptions whose text is a sentence."""

    def watch(self, watcher: Callable[[ApiState], None]) -> None: ...

    def token(self) -> str: ...

    def renew_token(self) -> str: ...


def _plain(text: str, menu: QMenu) -> QWidgetAction:
    """Something to be read, which no grey of what cannot be chosen makes faint."""
    label = QLabel(text)
    label.setProperty("role", "bad")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setContentsMargins(*_ENTRY_MARGINS)
    label.setWordWrap(True)
    label.setFixedWidth(_ENTRY_WIDTH)
    label.ensurePolished()
    label.setFixedHeight(label.heightForWidth(_ENTRY_WIDTH))
    made = QWidgetAction(menu)
    made.setText(text)
    made.setDefaultWidget(label)
    return made


class ApiButton(QPushButton):
    """`changes_wanted`: settings to be changed, by dotted key. `told`: a sentence for the status line."""

    changes_wanted = Signal(object)  # dict[str, bool | int]
    told = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("link")
        self._door: ApiDoor | None = None
        self._state = ApiState()
        self._wanted = False
        self.menu_ = QMenu(self)
        self.menu_.setToolTipsVisible(True)
        self.menu_.aboutToShow.connect(self._fill_menu)
        self.setMenu(self.menu_)
        self._fill()
        self.hide()

    def serve(self, door: ApiDoor) -> None:
        """Follow this API; without one the button is not there."""
        self._door = door
        self.show()
        door.watch(self._take)

    def show_wanted(self, wanted: bool) -> None:
        """Whether the settings switch it on."""
        self._wanted = wanted

    def _take(self, state: ApiState) -> None:
        self._state = state
        self._fill()
        if state.exposed:
            self.told.emit(
                self.tr("Other machines in this network can drive the queue; what is sent is not encrypted.")
            )

    def _fill(self) -> None:
        if self._state.problem:
            text = self.tr("Other programs: problem")
        else:
            text = self.tr("Other programs: on") if self._state.url else self.tr("Other programs: off")
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(in_words(self._state.problem) or self._what())
        # It tells how things stand; nobody is called to act.
        self.setProperty("tone", "bad" if self._state.problem else "quiet")
        self.style().unpolish(self)
        self.style().polish(self)

    def _what(self) -> str:
        text = self.tr(
            "Other programs on this machine may add files and follow the queue, over an interface (API)."
        )
        return f"{text}\n{self._state.url}" if self._state.url else text

    def _fill_menu(self) -> None:
        menu = self.menu_
        menu.clear()
        switch = menu.addAction(self.tr("Let other programs drive the queue"))
        switch.setCheckable(True)
        switch.setChecked(self._wanted)
        switch.triggered.connect(lambda on: self.changes_wanted.emit({"api.enabled": on}))
        if self._state.problem:
            menu.addAction(_plain(in_words(self._state.problem), menu))
        if self._state.free_port is not None:
            port = self._state.free_port
            use = menu.addAction(self.tr("Use port {0} instead").format(port))
            use.triggered.connect(lambda: self.changes_wanted.emit({"api.port": port}))
        if self._state.url:
            url = self._state.url
            menu.addSeparator()
            address = menu.addAction(self.tr("Copy address {0}").format(url))
            address.triggered.connect(lambda: QGuiApplication.clipboard().setText(url))
            menu.addAction(self.tr("Copy token")).triggered.connect(self._copy_token)
            documents = menu.addAction(self.tr("Open its documentation"))
            documents.triggered.connect(lambda: QDesktopServices.openUrl(QUrl(f"{url}/docs")))

    def _copy_token(self) -> None:
        if self._door is None:
            return
        try:
            token = self._door.token()
        except Exception as error:  # noqa: BLE001 whatever keeps it from being read has a sentence for the person
            self.told.emit(in_words(str(error)))
            return
        QGuiApplication.clipboard().setText(token)
        self.told.emit(self.tr("The token is on the clipboard. Whoever has it can drive the queue."))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()

"""What stands on the pages of settings beside the settings: the API's state and token, places, faces."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMessageBox, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core.snapshot import ApiState
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.forget_faces import ForgetFaces
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


def _sentence(role: str = "small") -> QLabel:
    made = QLabel()
    made.setProperty("role", role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    return made


class ApiBlock(QWidget):
    """Where the API is, and its token. `port_wanted`: the next free port, where the set one is taken."""

    port_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._door: ApiDoor | None = None
        self._state = ApiState()
        self._told = ""
        self.state = _sentence("")
        self.exposed = _sentence("warn")
        self.told = _sentence()
        self.free_port = QPushButton()
        self.free_port.clicked.connect(self._take_port)
        self.address = QPushButton()
        self.address.clicked.connect(self._copy_address)
        self.token = QPushButton()
        self.token.clicked.connect(self._copy_token)
        self.renew = QPushButton()
        self.renew.clicked.connect(self._ask_to_renew)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.free_port, self.address, self.token, self.renew):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setSpacing(8)
        layout.addWidget(self.state)
        layout.addWidget(self.exposed)
        layout.addLayout(buttons)
        layout.addWidget(self.told)
        self._fill()

    def serve(self, door: ApiDoor) -> None:
        """Follow this API."""
        self._door = door
        door.watch(self._take)

    def _take(self, state: ApiState) -> None:
        self._state = state
        self._fill()

    def _fill(self) -> None:
        now = self._state
        if now.problem:
            said = f"⚠ {in_words(now.problem)}"
        elif now.url:
            said = "✓ " + self.tr("Other programs find the queue at {0}.").format(now.url)
        else:
            said = "○ " + self.tr("Other programs cannot reach the queue.")
        self.state.setText(said)
        self.exposed.setText(
            "⚠ " + self.tr("Other machines in this network can drive the queue; what is sent is not encrypted.")
        )
        self.exposed.setVisible(bool(now.exposed))
        self.free_port.setText(self.tr("Use port {0} instead").format(now.free_port or 0))
        self.free_port.setVisible(now.free_port is not None)
        self.address.setText(self.tr("Copy address"))
        self.address.setVisible(bool(now.url))
        self.token.setText(self.tr("Copy token"))
        self.renew.setText(self.tr("Renew token…"))
        for button in (self.token, self.renew):
            button.setVisible(self._door is not None)
        self.told.setText(self._told)
        self.told.setVisible(bool(self._told))

    def _say(self, sentence: str) -> None:
        self._told = sentence
        self._fill()

    def _take_port(self) -> None:
        if self._state.free_port is not None:
            self.port_wanted.emit(self._state.free_port)

    def _copy_address(self) -> None:
        QGuiApplication.clipboard().setText(self._state.url)
        self._say(self.tr("The address is on the clipboard."))

    def _copy_token(self) -> None:
        if self._door is None:
            return
        try:
            token = self._door.token()
        except Exception as error:  # noqa: BLE001 whatever keeps it from being read has a sentence for the person
            self._say(in_words(str(error)))
            return
        QGuiApplication.clipboard().setText(token)
        self._say(self.tr("The token is on the clipboard. Whoever has it can drive the queue."))

    def _ask_to_renew(self) -> None:
        question = QMessageBox(self)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle(self.tr("Renew the token?"))
        question.setText(self.tr("Programs that have the old token are shut out until they get the new one."))
        renew = question.addButton(self.tr("Renew"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(self.tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        renew.clicked.connect(self._renew)
        question.open()

    def _renew(self) -> None:
        if self._door is None:
            return
        try:
            self._door.renew_token()
        except Exception as error:  # noqa: BLE001 as above
            self._say(in_words(str(error)))
            return
        self._say(self.tr("There is a new token; the old one opens nothing any more."))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class PlacesBlock(QWidget):
    """Where the program keeps what it writes, each place to be opened."""

    def __init__(self, data_folder: Path, settings_path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places = {"data": data_folder, "settings": settings_path, "logs": data_folder / "logs"}
        self._names: dict[str, QLabel] = {}
        self._paths: dict[str, QLabel] = {}
        self.buttons: dict[str, QPushButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 12, 0, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for n, (place, path) in enumerate(self._places.items()):
            self._names[place] = _sentence("name")
            self._paths[place] = _sentence()
            self._paths[place].setText(str(path))
            self._paths[place].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            button = self.buttons[place] = QPushButton()
            button.clicked.connect(
                lambda _=False, path=path: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
            )
            grid.addWidget(self._names[place], 3 * n, 0)
            grid.addWidget(self._paths[place], 3 * n + 1, 0)
            grid.addWidget(button, 3 * n, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
            grid.setRowMinimumHeight(3 * n + 2, 12)
        self._fill()

    def _fill(self) -> None:
        said = {
            "data": self.tr("Database and models"),
            "settings": self.tr("File of the settings"),
            "logs": self.tr("Logs"),
        }
        for place, name in said.items():
            self._names[place].setText(name)
            self.buttons[place].setText(self.tr("Open"))
            self.buttons[place].setAccessibleName(self.tr("Open: {0}").format(name))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class PrivacyBlock(QWidget):
    """What stays on the machine, and how all faces are forgotten."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told = ""
        self._forgetting = ForgetFaces(engine, errands, self)
        self._forgetting.told.connect(self._say)
        self.stays = _sentence("")
        self.faces = _sentence("name")
        self.help = _sentence()
        self.done = _sentence()
        self.forget = QPushButton()
        self.forget.clicked.connect(self._forgetting.ask)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setHorizontalSpacing(16)
        layout.setVerticalSpacing(4)
        layout.setColumnStretch(0, 1)
        layout.addWidget(self.stays, 0, 0, 1, 2)
        layout.setRowMinimumHeight(1, 16)
        layout.addWidget(self.faces, 2, 0)
        layout.addWidget(self.help, 3, 0)
        layout.addWidget(self.forget, 2, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.done, 4, 0, 1, 2)
        self._fill()

    def _fill(self) -> None:
        self.stays.setText(
            self.tr(
                "Your videos and all that is found in them stay on this machine. The network is used to fetch "
                "models, when you ask for one, to look for a newer version, if you switch that on, and for what "
                "you allow below."
            )
        )
        self.faces.setText(self.tr("Forget all faces"))
        self.help.setText(
            self.tr(
                "Removes every face that was found, with its picture and name, from the library and its backups."
            )
        )
        self.forget.setText(self.tr("Forget all faces…"))
        self.done.setText(self._told)
        self.done.setVisible(bool(self._told))

    def _say(self, sentence: str) -> None:
        self._told = sentence
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()

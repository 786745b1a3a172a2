"""One setting on its page: its name, a sentence about it, what changes it, the way back, and why it was refused."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from momentry_desk.core.setting_fields import SettingField, SettingValue
from momentry_desk.ui import setting_words
from momentry_desk.ui.folder_list import FolderList
from momentry_desk.ui.setting_editors import make_editor

_EDITOR_WIDTH = 230
#: A row that is less wide has its editor below the words.
_NARROW = 560


class SettingRow(QWidget):
    """`wanted` carries the key and a new value, None to go back to the default.

    The page puts the text of `name`, with the letter that reaches it.
    A refused value stays where it was typed, with the reason below it, until another one is taken.
    """

    wanted = Signal(str, object)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._value: SettingValue | None = field.default
        self._refused = ""
        self._problem = ""
        self.editor = FolderList(field) if field.key == "library.folders" else make_editor(field)
        self.editor.changed.connect(lambda value: self.wanted.emit(field.key, value))
        self.name = QLabel()
        self.name.setProperty("role", "name")
        self.name.setBuddy(self.editor.focus_widget)
        self.mark = QLabel()
        self.mark.setProperty("role", "mark")
        self.help = QLabel()
        self.help.setProperty("role", "small")
        self.refusal = QLabel()
        self.refusal.setProperty("role", "refusal")
        for label in (self.help, self.refusal):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.reset = QPushButton()
        self.reset.setObjectName("link")
        self.reset.clicked.connect(lambda: self.wanted.emit(field.key, None))
        room = self.reset.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(room)
        self._lay_out()
        self._retranslate()
        self.show_value(field.default)

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self.name)
        title.addWidget(self.mark)
        title.addStretch(1)
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 12, 0, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        # What is left of the height beside a tall editor.
        grid.setRowStretch(2, 1)
        grid.addLayout(title, 0, 0)
        grid.addWidget(self.help, 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.reset, 0, 2, 3, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.refusal, 4, 0, 1, 2)
        self._fold(False)

    def _fold(self, narrow: bool) -> None:
        """Beside the words, or below them where there is little room, or what is set is long."""
        self._narrow = narrow
        below = narrow or isinstance(self.editor, FolderList)
        self._grid.removeWidget(self.editor)
        if below:
            self._grid.addWidget(self.editor, 3, 0, 1, 2)
        else:
            self._grid.addWidget(self.editor, 0, 1, 3, 1, Qt.AlignmentFlag.AlignTop)
        if not isinstance(self.editor, FolderList):
            self.editor.setFixedWidth(_EDITOR_WIDTH)

    def minimumSizeHint(self) -> QSize:
        # What it needs once it is folded: it would else never become so narrow.
        needed = super().minimumSizeHint()
        return QSize(min(needed.width(), _EDITOR_WIDTH + self.reset.sizeHint().width() + 16), needed.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        if narrow != self._narrow:
            self._fold(narrow)

    @property
    def is_changed(self) -> bool:
        return self._value != self.field.default

    def show_value(self, value: SettingValue | None) -> None:
        """What is in force now. A refused value that somebody typed is not overwritten."""
        self._value = value
        if not self._refused:
            self.editor.show_value(value)
        self._say()

    def show_problem(self, sentence: str) -> None:
        """What is wrong with the value in the file, or nothing."""
        self._problem = sentence
        self._say()

    def refuse(self, sentence: str) -> None:
        """Say why a value was not taken."""
        self._refused = sentence
        self._say()

    def accept(self) -> None:
        """The last value was taken."""
        self._refused = ""
        self.editor.show_value(self._value)
        self._say()

    def allow(self, allowed: bool, why_not: str) -> None:
        """Whether it can be changed at all; greyed with the reason where not."""
        self.editor.setEnabled(allowed)
        self.editor.setToolTip("" if allowed else why_not)

    def holds(self, text: str) -> bool:
        """Whether somebody who looks for `text` means this one."""
        said = setting_words.setting(self.field.key)
        looked_at = (said.label, said.help, self.field.key, *said.choices.values())
        return all(any(part in one.casefold() for one in looked_at) for part in text.casefold().split())

    def _say(self) -> None:
        default = setting_words.shown(self.field.key, self.field.default)
        refused = self._refused or self._problem
        changed = self.is_changed or bool(refused)
        self.mark.setText(self.tr("Changed") if self.is_changed else "")
        self.mark.setVisible(self.is_changed)
        self.reset.setVisible(changed)
        self.reset.setToolTip(self.tr("Back to the default: {0}").format(default or self.tr("nothing")))
        name = setting_words.setting(self.field.key).label
        self.reset.setAccessibleName(self.tr("Reset {0}").format(name))
        self.refusal.setText(f"⚠ {refused}" if refused else "")
        self.refusal.setVisible(bool(refused))
        described = setting_words.setting(self.field.key).help
        self.editor.focus_widget.setAccessibleDescription(refused or described)

    def _retranslate(self) -> None:
        said = setting_words.setting(self.field.key)
        self.help.setText(said.help)
        self.reset.setText(self.tr("Reset"))
        self.editor.retranslate()
        self._say()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

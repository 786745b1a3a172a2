"""What the window says while there is nothing in it: one sentence, one button, and the sample."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from momentry_desk.ui.icons import pixmap
from momentry_desk.ui.theme import Theme

_SENTENCE_WIDTH = 520


class EmptyPage(QWidget):
    """`add_wanted` and `sample_wanted` are its two offers; the sample is left out where it is not shipped."""

    add_wanted = Signal()
    sample_wanted = Signal()

    def __init__(self, theme: Theme, *, with_sample: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._icon = QLabel()
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setFixedWidth(_SENTENCE_WIDTH)
        self.add = QPushButton()
        self.add.setProperty("filled", True)
        self.add.clicked.connect(self.add_wanted)
        self.sample = QPushButton()
        self.sample.setObjectName("link")
        self.sample.clicked.connect(self.sample_wanted)
        self.sample.setVisible(with_sample)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(2)
        for part in (self._icon, self._title, self._sentence, self.add, self.sample):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.setSpacing(12)
        layout.addStretch(3)
        theme.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self._icon.setPixmap(pixmap("drop", self._theme.tokens.mute, 48, self.devicePixelRatioF()))
        self._title.setText(self.tr("Drop videos or folders here"))
        self._sentence.setText(
            self.tr(
                "Every video is scanned for faces, speech and on-screen text.\nAll of it stays on this machine."
            )
        )
        # A centred label that wraps is otherwise given the height of a single line.
        self._sentence.setFixedHeight(self._sentence.heightForWidth(_SENTENCE_WIDTH))
        self.add.setText(self.tr("Add videos…"))
        self.sample.setText(self.tr("Try it with a short sample"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()

"""The line over a plot: what it is about, and the last value of each thing drawn, with its shape and colour."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from momentry_desk.ui.theme import Theme

#: How a thing is drawn: filled, or as a line.
AREA, LINE = "■", "━"

Part = tuple[str, str, str]


class Legend(QWidget):
    """`say` fills it; a part is its shape, the name of its colour, and its words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: Sequence[Part] = ()
        self._title = QLabel()
        self._title.setProperty("role", "strong")
        self.values = QLabel()
        self.values.setProperty("role", "small")
        self.values.setTextFormat(Qt.TextFormat.RichText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._title)
        layout.addStretch(1)
        layout.addWidget(self.values)
        theme.changed.connect(self._fill)

    def say(self, title: str, parts: Sequence[Part]) -> None:
        """Parts without words are left out."""
        self._title.setText(title)
        self._parts = parts
        self._fill()

    def _fill(self) -> None:
        tokens = self._theme.tokens
        self.values.setText(
            "&nbsp;&nbsp;".join(
                f'<span style="color:{tokens.colour(name).name()}">{shape}</span> {text}'
                for shape, name, text in self._parts
                if text
            )
        )

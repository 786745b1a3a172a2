"""Words above a part of a menu: Qt's own sections are a bare line where a style sheet draws the menu."""

from PySide6.QtWidgets import QLabel, QMenu, QWidgetAction


def add_heading(menu: QMenu, text: str) -> None:
    """Begin another part of `menu`."""
    if menu.actions():
        menu.addSeparator()
    label = QLabel(text)
    label.setProperty("role", "small")
    label.setContentsMargins(12, 5, 24, 3)
    heading = QWidgetAction(menu)
    heading.setText(text)
    heading.setDefaultWidget(label)
    heading.setEnabled(False)
    menu.addAction(heading)

"""Headings within a menu."""

from PySide6.QtWidgets import QLabel, QMenu, QWidgetAction


def add_heading(menu: QMenu, text: str) -> None:
    """Say what the following entries are about. The text of QMenu's own sections is not drawn by a style sheet."""
    if menu.actions():
        menu.addSeparator()
    label = QLabel(text)
    label.setProperty("role", "heading")
    label.setContentsMargins(12, 6, 24, 4)
    heading = QWidgetAction(menu)
    heading.setText(text)
    heading.setDefaultWidget(label)
    # No place for the arrow keys to stand.
    heading.setEnabled(False)
    menu.addAction(heading)

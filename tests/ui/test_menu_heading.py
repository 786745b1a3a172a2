"""Headings within a menu are seen, whatever the style sheet."""

from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from momentry_desk.ui.menu_heading import add_heading


def test_a_heading_is_seen_and_cannot_be_chosen(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.setStyleSheet("QMenu::separator { height: 1px; background: red; }")
    add_heading(menu, "This film")
    menu.addAction("Transcript")
    add_heading(menu, "The hits")
    menu.addAction("Table")
    menu.popup(menu.pos())
    labels = [label for label in menu.findChildren(QLabel) if label.isVisible()]
    assert [label.text() for label in labels] == ["This film", "The hits"]
    assert all(label.height() > label.fontMetrics().height() for label in labels)
    assert [action.text() for action in menu.actions() if action.isEnabled() and action.text()] == [
        "Transcript",
        "Table",
    ]
    assert [action.isSeparator() for action in menu.actions()] == [False, False, True, False, False]

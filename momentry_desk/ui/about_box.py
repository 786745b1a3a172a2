"""Help > About: which version this is, and under which licence."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from momentry_desk import __version__

translate = QCoreApplication.translate


def show_about(window: QWidget) -> None:
    """Open it over the window; its text can be copied into a letter."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(translate("About", "About Momentry Desk"))
    box.setText(translate("About", "Momentry Desk {0}").format(__version__))
    box.setInformativeText(
        translate(
            "About",
            "Finds who is seen, what is said and what is written in your videos, on your own machine.\n\n"
            "Free software under the MIT licence, © 2026 Momentry Desk contributors.",
        )
    )
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.addButton(translate("About", "Close"), QMessageBox.ButtonRole.RejectRole)
    box.open()

"""The thread on which the queue lives."""

from PySide6.QtCore import QThread


class EngineThread(QThread):
    """A thread that stays Python's from its begin to its end.

    Without a Python frame beneath the event loop each slot would get a fresh thread state, and what hangs on the
    thread (the database connection) would be lost from one slot to the next.
    """

    def run(self) -> None:
        self.exec()

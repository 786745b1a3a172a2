"""What the window says of programs that wait for the word of a scan's end and could not be told."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject, Signal

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import CallbackTrouble, RowsChanged, TaskRow
from momentry_desk.ui.notices import Notice
from momentry_desk.ui.sentences import in_words

translate = QCoreApplication.translate


def line(trouble: CallbackTrouble) -> str:
    """What became of one word, and when it is tried again."""
    if trouble.next_try_at is None:
        return in_words(_given_up(trouble))
    text = translate("Callbacks", "Callback to {url} failed: {why} Next try at {time}.")
    return text.format(url=trouble.url, why=in_words(trouble.why), time=_instant(trouble.next_try_at))


def _given_up(trouble: CallbackTrouble) -> str:
    return say(Said.CALLBACK_GIVEN_UP, url=trouble.url, why=trouble.why)


def lines(row: TaskRow) -> str:
    """Those of one task, one below the other."""
    return "\n".join(map(line, row.callbacks))


def _instant(at: float) -> str:
    """The time of day, with the day where it is not today's."""
    when = QDateTime.fromSecsSinceEpoch(int(at))
    shown = when.time() if when.date() == QDateTime.currentDateTime().date() else when
    return QLocale().toString(shown, QLocale.FormatType.ShortFormat)


class GivenUp(QObject):
    """Turns each word that is given up into a notice, once. `told` carries them."""

    told = Signal(object)  # tuple[Notice, ...]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told: set[tuple[str, str]] = set()

    def take_rows(self, changed: RowsChanged) -> None:
        """Look through what changed in the queue."""
        fresh = tuple(self._fresh(changed.upserted))
        if fresh:
            self.told.emit(fresh)

    def _fresh(self, rows: Iterable[TaskRow]) -> Iterable[Notice]:
        for row in rows:
            for trouble in row.callbacks:
                key = (row.task_id, trouble.url)
                if trouble.next_try_at is None and key not in self._told:
                    self._told.add(key)
                    yield Notice(row.file_name, "", _given_up(trouble))

"""Reads the whole queue for whoever asks, some rows at a time, so that nothing else waits long behind 100,000."""

from concurrent.futures import Future

from PySide6.QtCore import QObject, QTimer

from momentry_desk.core.snapshot import TaskRow
from momentry_desk.engine.board import Board
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.store.tasks import TaskStore

#: Rows between two looks at the other things to do: some 30 ms of work.
_AT_ONCE = 1000


class _Read:
    """One question. `changed` gathers what the board was told of since it was asked."""

    def __init__(self, answer: "Future[tuple[TaskRow, ...]]", ids: list[str], changed: set[str]) -> None:
        self.answer = answer
        self.left = ids
        self.changed = changed
        self.rows: dict[str, TaskRow] = {}


class RowReads(QObject):
    """Lives on the engine's thread. An answer holds the queue as it is when it is given: what changed while it was
    read is read again at the end, so that no older row overtakes a delta."""

    def __init__(self, tasks: TaskStore, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._board = board
        self._open: list[_Read] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def read(self, answer: "Future[tuple[TaskRow, ...]]") -> None:
        ids = self._tasks.ids()
        self._open.append(_Read(answer, ids[::-1], self._board.watch()))
        self._go_on()

    def stop(self) -> None:
        """Whoever waits for an answer gets `EngineStopped`."""
        self._timer.stop()
        for read in self._open:
            read.answer.set_exception(EngineStopped())
        self._open.clear()

    def _go_on(self) -> None:
        read = self._open[0]
        try:
            some = [read.left.pop() for _ in range(min(_AT_ONCE, len(read.left)))]
            self._take_in(read, some)
            if not read.left:
                self._close(read)
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked must hear of it
            self._board.unwatch(read.changed)
            self._open.remove(read)
            read.answer.set_exception(error)
        if self._open:
            self._timer.start()
        else:
            self._timer.stop()

    def _take_in(self, read: _Read, ids: list[str]) -> None:
        read.rows |= {row.task_id: row for row in self._board.rows_of(self._tasks.some(ids))}

    def _close(self, read: _Read) -> None:
        if read.changed:
            ids = self._tasks.ids()
            self._take_in(read, [task_id for task_id in ids if task_id in read.changed or task_id not in read.rows])
        else:
            ids = list(read.rows)
        self._board.unwatch(read.changed)
        self._open.remove(read)
        read.answer.set_result(tuple(read.rows[task_id] for task_id in ids))

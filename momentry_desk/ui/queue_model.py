"""The queue as a table: what each cell says, in which order the rows stand, and the places of those that wait."""

import time
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from momentry_desk.core.model import OrderKey, TaskStatus
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import row_look, words
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex, RowsModel
from momentry_desk.ui.sorted_rows import Key, SortedRows

translate = QCoreApplication.translate

#: The role under which a cell gives the whole `TaskRow`.
ROW_ROLE = int(Qt.ItemDataRole.UserRole)

DASH = "—"


class Column(IntEnum):
    POSITION = 0
    FILE = 1
    STATUS = 2
    PROCESSORS = 3
    PRIORITY = 4
    PROGRESS = 5
    TIME = 6
    LEFT = 7


_CELL = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
_RIGHT = frozenset({Column.TIME, Column.LEFT})
_GROUPS = {TaskStatus.PROCESSING: 0, TaskStatus.PENDING: 1}


def queue_order(row: TaskRow) -> Key:
    """Running first, then what waits in the order it will run, then what ended, the latest first."""
    group = _GROUPS.get(row.status, 2)
    if group == 0:
        return (0, row.started_at or 0.0, row.task_id)
    if group == 1:
        return (1, row.order.front, row.order.rank, row.order.place, row.task_id)
    return (2, -(row.completed_at or 0.0), row.task_id)


def _key_by(column: Column) -> Callable[[TaskRow], Key]:
    match column:
        case Column.FILE:
            return lambda row: (row.file_name.casefold(), row.task_id)
        case Column.STATUS:
            return lambda row: (row_look.look_of(row).name, row.task_id)
        case Column.PROCESSORS:
            return lambda row: (row.processors, row.task_id)
        case Column.PRIORITY:
            return lambda row: (row.priority.rank, *queue_order(row))
        case Column.PROGRESS:
            return lambda row: (row.progress, row.task_id)
        case Column.TIME:
            return lambda row: (row.running_s, row.task_id)
        case Column.LEFT:
            return lambda row: (float("inf") if row.remaining_s is None else row.remaining_s, row.task_id)
        case _:
            return queue_order


class QueueModel(RowsModel[TaskRow]):
    """Rows of the queue. `clock` gives the present instant, for the times that run on between two updates; `moves`
    says whether there are such times from now on, for which `tick` is to be called."""

    moves = Signal(bool)

    def __init__(self, *, clock: Callable[[], float] = time.time, parent: QObject | None = None) -> None:
        super().__init__(SortedRows(lambda row: row.task_id, queue_order), lambda row: row.task_id, parent)
        self._clock = clock
        self._taken_in: dict[str, float] = {}
        self._waiting: list[OrderKey] = []
        self._sorted_by = Column.POSITION, False
        self._in_queue_order = False
        self._moving = False
        self._tasks_of: dict[str, set[str]] = {}

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def apply(self, upserted: Sequence[TaskRow], removed: Iterable[str] = ()) -> None:
        gone = tuple(removed)
        old = [row for one in {*gone, *(row.task_id for row in upserted)} if (row := self._rows.get(one))]
        before = len(self._waiting)
        changed = self._count_waiting(old, {row.task_id: row for row in upserted}.values())
        now = self._clock()
        for identity in gone:
            self._taken_in.pop(identity, None)
        for row in old:
            others = self._tasks_of[row.file_uuid]
            others.discard(row.task_id)
            if not others:
                del self._tasks_of[row.file_uuid]
        for row in upserted:
            self._tasks_of.setdefault(row.file_uuid, set()).add(row.task_id)
            if row.status is TaskStatus.PROCESSING:
                self._taken_in[row.task_id] = now
            else:
                self._taken_in.pop(row.task_id, None)
        super().apply(upserted, gone)
        moving = any((row := self._rows.get(one)) and not row.suspended for one in self._taken_in)
        if moving is not self._moving:
            self._moving = moving
            self.moves.emit(moving)
        if (changed or before != len(self._waiting)) and len(self._rows):
            # One start moves everybody up; views repaint of this only what is in sight.
            self.dataChanged.emit(
                self.index(0, Column.POSITION), self.index(len(self._rows) - 1, Column.POSITION), [0]
            )

    def _count_waiting(self, old: Iterable[TaskRow], new: Iterable[TaskRow]) -> bool:
        out = [row.order for row in old if _has_place(row)]
        into = [row.order for row in new if _has_place(row)]
        if sorted(out) == sorted(into):
            return False
        if len(out) + len(into) > 300:
            gone = set(out)
            self._waiting = [key for key in self._waiting if key not in gone] if gone else self._waiting
            self._waiting += sorted(into)
            self._waiting.sort()
            return True
        for key in out:
            del self._waiting[bisect_left(self._waiting, key)]
        for key in into:
            insort(self._waiting, key)
        return True

    def task_of(self, file_uuid: str) -> TaskRow | None:
        """The video's scan that matters most: the one running, else waiting, else the last that ended."""
        rows = [row for one in self._tasks_of.get(file_uuid, ()) if (row := self._rows.get(one))]
        return min(rows, key=queue_order, default=None)

    def before(self, gap: int, moving: frozenset[str]) -> str:
        """Where rows go that are dropped with `gap` rows above them, in the words of the engine's `move`: the id of
        the waiting task to stand before, or "bottom"."""
        for place in range(gap, len(self._rows)):
            row = self._rows[place]
            if row.status is TaskStatus.PENDING and row.task_id not in moving:
                return row.task_id
        # Behind the last in sight others may wait.
        last = self._waiting_above(gap, moving)
        if last is not None:
            rest = (key.task_id for key in self._waiting[bisect_right(self._waiting, last.order) :])
            return next((task_id for task_id in rest if task_id not in moving), "bottom")
        return "bottom"

    def around(self, where: str, moving: frozenset[str]) -> tuple[OrderKey | None, OrderKey | None]:
        """Between which waiting tasks rows come that go to `where` (as `before` answers it): the last above that is
        in sight, and that below."""
        below = self._rows.get(where)
        place = None if below is None else self._rows.place_of(where)
        above = self._waiting_above(len(self._rows) if place is None else place, moving)
        return (None if above is None else above.order), (None if below is None else below.order)

    def _waiting_above(self, gap: int, moving: frozenset[str]) -> TaskRow | None:
        above = (self._rows[place] for place in range(min(gap, len(self._rows)) - 1, -1, -1))
        return next((row for row in above if row.status is TaskStatus.PENDING and row.task_id not in moving), None)

    def position(self, row: TaskRow) -> int | None:
        """The place among those that wait for nothing but a slot, from 1; None for every other row."""
        return bisect_left(self._waiting, row.order) + 1 if _has_place(row) else None

    def running_s(self, row: TaskRow) -> float:
        """Seconds this task has been running, up to now."""
        since = self._taken_in.get(row.task_id)
        return row.running_s if since is None or row.suspended else row.running_s + max(0.0, self._clock() - since)

    def remaining_s(self, row: TaskRow) -> float | None:
        """Seconds to the task's end as far as they can be told, never below 0."""
        if row.remaining_s is None or row.status.ended:
            return None
        since = self._taken_in.get(row.task_id)
        passed = 0.0 if since is None or row.suspended else max(0.0, self._clock() - since)
        return max(0.0, row.remaining_s - passed)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # Whether a drag may begin is decided when it does, with a word where not. Each cell asks at each painting.
        return _CELL if index.isValid() else Qt.ItemFlag.NoItemFlags

    def tick(self) -> None:
        """Let the times of the running rows move on."""
        for identity in self._taken_in:
            place, row = self._rows.place_of(identity), self._rows.get(identity)
            if place is not None and row is not None and not row.suspended:
                self.dataChanged.emit(self.index(place, Column.TIME), self.index(place, Column.LEFT), [0])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the first one, and -1, stand for the order of the queue."""
        by = Column(column) if column >= 0 else Column.POSITION
        self._sorted_by = by, order is Qt.SortOrder.DescendingOrder and column >= 0
        if not self._in_queue_order:
            self._sort()

    @property
    def in_queue_order(self) -> bool:
        """Whether the rows stand as they run, so that moving one means something."""
        return self._sorted_by == (Column.POSITION, False) and not self.ordering

    def keep_queue_order(self, keep: bool) -> None:
        """While many rows come in, sort by nothing else; afterwards as asked."""
        self._in_queue_order = keep
        if self._sorted_by != (Column.POSITION, False):
            self._sort()

    def _sort(self) -> None:
        by, reverse = (Column.POSITION, False) if self._in_queue_order else self._sorted_by
        self.sort_by(_key_by(by), reverse=reverse)

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        column = Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tooltip(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case _:
                return row if role == ROW_ROLE else None

    def text(self, row: TaskRow, column: Column) -> str:
        """What the cell says."""
        match column:
            case Column.POSITION:
                place = self.position(row)
                return "" if place is None else str(place)
            case Column.FILE:
                return row.file_name
            case Column.STATUS:
                return row_look.word(row)
            case Column.PROCESSORS:
                return words.listed([words.processor(name) for name in row.processors])
            case Column.PRIORITY:
                return words.priority(row.priority)
            case Column.PROGRESS:
                return f"{row.progress}%" if row.progress or row.status is not TaskStatus.PENDING else DASH
            case Column.TIME:
                seconds = self.running_s(row)
                return words.clock(seconds) if seconds or row.status is TaskStatus.PROCESSING else DASH
            case Column.LEFT:
                return self._left(row)

    def _left(self, row: TaskRow) -> str:
        if row.status.ended:
            return ""
        left = self.remaining_s(row)
        if left is None:
            return DASH
        # What has not begun is a guess, and says so.
        return words.clock(left) if row.status is TaskStatus.PROCESSING else f"~{words.clock(left)}"

    def _spoken(self, row: TaskRow, column: Column) -> str:
        if column is Column.POSITION and row.status is TaskStatus.PROCESSING:
            return translate("QueueModel", "running")
        said = f"{title_of(column)}: {self.text(row, column)}"
        return (
            words.listed([one for one in (said, row_look.priority_told(row)) if one])
            if column is Column.FILE
            else said
        )

    def _tooltip(self, row: TaskRow, column: Column) -> str:
        if row.status is TaskStatus.FAILED or column is Column.STATUS:
            return row_look.explain(row)
        if column is Column.FILE:
            return "\n".join(filter(None, (readable(row.path), row_look.priority_told(row))))
        if column is Column.PROGRESS and row.fractions:
            return "\n".join(f"{words.processor(name)}: {share:.0%}" for name, share in row.fractions.items())
        return self.text(row, column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(Column(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in _RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


def title_of(column: Column) -> str:
    """The column's title."""
    match column:
        case Column.POSITION:
            return translate("QueueModel", "#")
        case Column.FILE:
            return translate("QueueModel", "File")
        case Column.STATUS:
            return translate("QueueModel", "Status")
        case Column.PROCESSORS:
            return translate("QueueModel", "Processors")
        case Column.PRIORITY:
            return translate("QueueModel", "Priority")
        case Column.PROGRESS:
            return translate("QueueModel", "Progress")
        case Column.TIME:
            return translate("QueueModel", "Time")
        case Column.LEFT:
            return translate("QueueModel", "Left")


def _has_place(row: TaskRow) -> bool:
    return row.status is TaskStatus.PENDING and not row.held and row.waiting_for is None and row.not_before is None

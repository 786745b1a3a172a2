"""What is left in sight of the queue: by name, status, processor and priority."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from momentry_desk.core.model import BUILTIN_PROCESSORS, Priority, TaskStatus
from momentry_desk.core.snapshot import TaskRow


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Of each kind any will do; an empty one lets everything through. `text` holds words that all have to stand in
    the file's name, whatever their case."""

    text: str = ""
    statuses: frozenset[TaskStatus] = frozenset()
    processors: frozenset[str] = frozenset()
    priorities: frozenset[Priority] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.text.split() or self.statuses or self.processors or self.priorities)

    def wanted(self) -> Callable[[TaskRow], bool] | None:
        """Tells of a row whether it is to be seen; None where every row is."""
        if not self:
            return None
        words = self.text.casefold().split()
        statuses, processors, priorities = self.statuses, self.processors, self.priorities

        def is_wanted(row: TaskRow) -> bool:
            if statuses and row.status not in statuses:
                return False
            if priorities and row.priority not in priorities:
                return False
            if processors and processors.isdisjoint(row.processors):
                return False
            if not words:
                return True
            name = row.file_name.casefold()
            return all(word in name for word in words)

        return is_wanted


@dataclass(frozen=True, slots=True)
class FilterCounts:
    """How many rows of the whole queue there are of each kind."""

    statuses: dict[TaskStatus, int]
    processors: dict[str, int]
    priorities: dict[Priority, int]


def counted(rows: Collection[TaskRow]) -> FilterCounts:
    """Processors as far as they come with the program, or are there."""
    statuses = dict.fromkeys(TaskStatus, 0)
    priorities = dict.fromkeys(Priority, 0)
    sets: dict[tuple[str, ...], int] = {}
    for row in rows:
        statuses[row.status] += 1
        priorities[row.priority] += 1
        sets[row.processors] = sets.get(row.processors, 0) + 1
    processors = dict.fromkeys(BUILTIN_PROCESSORS, 0)
    for names, count in sets.items():
        for name in names:
            processors[name] = processors.get(name, 0) + count
    return FilterCounts(statuses, processors, priorities)

"""The order of what waits, as the user changes it: front marks, priorities, moves."""

from collections.abc import Iterable, Sequence

from momentry_desk.core.model import Move, Priority, Task, TaskStatus
from momentry_desk.core.planning import places_between, rearranged
from momentry_desk.store.connection import Connection
from momentry_desk.store.tables import QueueState, to_text
from momentry_desk.store.task_reading import TaskReading, read_positions, read_tasks
from momentry_desk.store.transitions import end_places, head_places


class OrderCommands(TaskReading):
    """Ids of tasks that are not pending are passed over. Tasks named together keep their order among each other."""

    def prioritize(self, task_ids: Iterable[str], now: float) -> dict[str, int]:
        """Front marks, so that these come first of all; their priority stays. Answers the new positions."""
        with self._database.transaction("prioritize") as connection:
            chosen = _pending(connection, task_ids)
            _set_fronts(connection, _ids(chosen), _new_fronts(connection, len(chosen)), now)
            return read_positions(connection, _ids(chosen), now)

    def set_priority(self, task_ids: Iterable[str], priority: Priority, now: float) -> dict[str, int]:
        """To the end of that priority, the front mark taken off. A running task takes it for its next turn."""
        with self._database.transaction("set priority") as connection:
            chosen = [task for task in read_tasks(connection, task_ids) if not task.status.ended]
            chosen = [task for task in chosen if task.priority is not priority or task.order.front]
            chosen.sort(key=lambda task: task.order)
            change_priority(connection, _ids(chosen), priority, now)
            return read_positions(connection, task_ids, now)

    def move(
        self, task_ids: Iterable[str], where: Move, now: float, *, before: str | None = None
    ) -> dict[str, int]:
        """Move inside the own priority, or among the front-marked. Answers the new positions.

        `before` is the target of `Move.BEFORE`. Beyond its own priority a task goes as far as it may: to the top or
        the bottom of it. Before a front-marked task it gets a front mark; a front-marked one loses it at the
        bottom, below the last mark, and before a task without one.
        """
        with self._database.transaction("move") as connection:
            chosen = _pending(connection, task_ids)
            marked = [task for task in chosen if task.order.front]
            plain = [task for task in chosen if not task.order.front]
            match where:
                case Move.BEFORE:
                    target = _pending(connection, [before] if before else [])
                    if target and target[0] not in chosen:
                        _move_before(connection, chosen, target[0], now)
                case Move.BOTTOM:
                    _to_places(connection, _ids(chosen), end_places(connection, len(chosen)), now)
                case Move.TOP:
                    _rearrange_marked(connection, marked, where, now)
                    _to_heads(connection, plain, now)
                case Move.UP | Move.DOWN:
                    _step_plain(connection, plain, where, now)
                    _step_marked(connection, marked, where, now)
            return read_positions(connection, _ids(chosen), now)


def change_priority(
    connection: Connection, task_ids: Sequence[str], priority: Priority, now: float, *, keep_fronts: bool = False
) -> None:
    """To the end of that priority, in the order given, the front marks taken off unless they are to be kept."""
    places = end_places(connection, len(task_ids))
    connection.change_many(
        "UPDATE queue_tasks SET priority = ?, place = ?, front = iif(?, front, 0), updated_at = ?"
        " WHERE task_id = ?",
        (
            (priority, place, keep_fronts, to_text(now), task_id)
            for task_id, place in zip(task_ids, places, strict=True)
        ),
    )


def _pending(connection: Connection, task_ids: Iterable[str]) -> list[Task]:
    """Those that wait, in the order in which they stand."""
    tasks = [task for task in read_tasks(connection, task_ids) if task.status is TaskStatus.PENDING]
    return sorted(tasks, key=lambda task: task.order)


def _ids(tasks: Iterable[Task]) -> list[str]:
    return [task.task_id for task in tasks]


def _to_places(connection: Connection, task_ids: Sequence[str], places: Sequence[float], now: float) -> None:
    connection.change_many(
        "UPDATE queue_tasks SET place = ?, front = 0, updated_at = ? WHERE task_id = ?",
        ((place, to_text(now), task_id) for task_id, place in zip(task_ids, places, strict=True)),
    )


def _to_heads(connection: Connection, tasks: Sequence[Task], now: float) -> None:
    """Each to the head of its own priority."""
    for priority in Priority:
        group = _ids(task for task in tasks if task.priority is priority)
        if group:
            _to_places(connection, group, head_places(connection, priority.rank, len(group)), now)


def _step_plain(connection: Connection, tasks: Sequence[Task], where: Move, now: float) -> None:
    """Each changes places with its neighbour, unless that one moves along."""
    moving = set(_ids(tasks))
    for task in tasks if where is Move.UP else reversed(tasks):
        (place,) = connection.sql("SELECT place FROM queue_tasks WHERE task_id = ?", (task.task_id,))[0]
        neighbour = _neighbour(connection, task.order.rank, place, task.task_id, where)
        if neighbour is not None and neighbour[1] == place:
            # Two at the same place (rows of another program): spread them, or they could not change places.
            _spread(connection, task.order.rank)
            (place,) = connection.sql("SELECT place FROM queue_tasks WHERE task_id = ?", (task.task_id,))[0]
            neighbour = _neighbour(connection, task.order.rank, place, task.task_id, where)
        if neighbour is not None and neighbour[0] not in moving:
            _to_places(connection, [task.task_id, neighbour[0]], [neighbour[1], place], now)


def _neighbour(
    connection: Connection, rank: int, place: float, task_id: str, where: Move
) -> tuple[str, float] | None:
    beyond, direction = ("<", "DESC") if where is Move.UP else (">", "ASC")
    rows = connection.sql(
        "SELECT task_id, place FROM queue_tasks INDEXED BY idx_queue_order"
        " WHERE status = 'pending' AND front = 0 AND rank = ?"
        f" AND (place, task_id) {beyond} (?, ?) ORDER BY place {direction}, task_id {direction} LIMIT 1",
        (rank, place, task_id),
    )
    return (rows[0][0], rows[0][1]) if rows else None


def _spread(connection: Connection, rank: int) -> None:
    """Whole numbers for the places of one priority, in the same order."""
    connection.change_sql(
        "UPDATE queue_tasks SET place = spread.number FROM ("
        " SELECT task_id AS id, row_number() OVER (ORDER BY place, task_id) AS number FROM queue_tasks"
        " WHERE status = 'pending' AND front = 0 AND rank = ?) AS spread WHERE task_id = spread.id",
        (rank,),
    )


def _move_before(connection: Connection, chosen: Sequence[Task], target: Task, now: float) -> None:
    if target.order.front:
        plain = [task for task in chosen if not task.order.front]
        _set_fronts(connection, _ids(plain), _new_fronts(connection, len(plain)), now)
        _rearrange_marked(connection, chosen, Move.BEFORE, now, target.task_id)
        return
    rank = target.order.rank
    _to_heads(connection, [task for task in chosen if task.order.rank > rank], now)
    urgent = _ids(task for task in chosen if task.order.rank < rank)
    _to_places(connection, urgent, end_places(connection, len(urgent)), now)
    block = _ids(task for task in chosen if task.order.rank == rank)
    # Out of the way first, so that none of the block counts as the neighbour.
    _to_places(connection, block, end_places(connection, len(block)), now)
    places = _places_before(connection, target, len(block))
    if places is None:
        _spread(connection, rank)
        places = _places_before(connection, target, len(block))
    assert places is not None
    _to_places(connection, block, places, now)


def _places_before(connection: Connection, target: Task, count: int) -> list[float] | None:
    (place,) = connection.sql("SELECT place FROM queue_tasks WHERE task_id = ?", (target.task_id,))[0]
    neighbour = _neighbour(connection, target.order.rank, place, target.task_id, Move.UP)
    if neighbour is None:
        return head_places(connection, target.order.rank, count)
    return places_between(neighbour[1], place, count)


def _step_marked(connection: Connection, tasks: Sequence[Task], where: Move, now: float) -> None:
    if not tasks:
        return
    order = _marked(connection)
    last = tasks[-1]
    if where is Move.DOWN and order[-1][0] == last.task_id:
        # Below the last mark begins its own priority.
        _to_heads(connection, [last], now)
        tasks = tasks[:-1]
    _rearrange_marked(connection, tasks, where, now)


def _rearrange_marked(
    connection: Connection, tasks: Sequence[Task], where: Move, now: float, before: str | None = None
) -> None:
    """The front-marked give out their marks anew among themselves."""
    if not tasks:
        return
    marked = _marked(connection)
    old = [task_id for task_id, _ in marked]
    new = rearranged(old, _ids(tasks), where, before)
    changed = [
        (task_id, front) for task_id, was, (_, front) in zip(new, old, marked, strict=True) if task_id != was
    ]
    _set_fronts(connection, [task_id for task_id, _ in changed], [front for _, front in changed], now)


def _marked(connection: Connection) -> list[tuple[str, int]]:
    rows = connection.sql(
        "SELECT task_id, front FROM queue_tasks INDEXED BY idx_queue_order WHERE status = 'pending' AND front < 0"
        " ORDER BY front, rank, place, task_id"
    )
    return [(task_id, front) for task_id, front in rows]


def _new_fronts(connection: Connection, count: int) -> list[int]:
    """Marks before all that were given out, rising: the first comes first."""
    (last,) = connection.sql("SELECT last_front FROM queue_state")[0]
    connection.change(QueueState.update(last_front=last + count))
    return [-(last + count) + index for index in range(count)]


def _set_fronts(connection: Connection, task_ids: Sequence[str], fronts: Sequence[int], now: float) -> None:
    connection.change_many(
        "UPDATE queue_tasks SET front = ?, updated_at = ? WHERE task_id = ?",
        ((front, to_text(now), task_id) for task_id, front in zip(task_ids, fronts, strict=True)),
    )

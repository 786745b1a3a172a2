"""The queue as a whole, driven at random: whatever happens in whatever order, nothing is lost or doubled.

Pure decisions (`core.planning`, `core.retry`) over the real store, as the engine puts them together. A crash is
played with the files as they lie on the disk at that moment, which is what a killed program leaves.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from momentry_desk.core.findings import Checkpoint, Chunk, SpeechSegment
from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import (
    AttemptOutcome,
    Failure,
    FailureKind,
    Move,
    Priority,
    Task,
    TaskRequest,
    TaskStatus,
)
from momentry_desk.core.planning import Fairness, may_start, plan
from momentry_desk.core.retry import decide
from momentry_desk.core.snapshot import Pause, PauseState
from momentry_desk.core.states import TRANSITIONS
from momentry_desk.store.database import Database, open_database
from tests.store.rooms import Room

FILES = ("a", "b", "c", "d", "e")
PROCESSORS = ("asr",), ("asr", "face")
BAD_ENDS = AttemptOutcome.ERRORED, AttemptOutcome.CRASHED, AttemptOutcome.TIMED_OUT

#: Where there is a file system in memory it serves: the disk's own speed is not what is tried here.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

some_tasks = st.lists(st.integers(0, 30), max_size=3)


class Queue(RuleBasedStateMachine):
    """What the model knows is in plain attributes; everything else is asked of the store after each step."""

    tokens = Bundle("tokens")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="momentry-queue-", dir=IN_MEMORY))
        self.life = 0
        self.now = 1_790_000_000.0
        self.slots = 2
        self.fairness = Fairness(3)
        self.paused = False
        #: Acknowledged and not thrown out, in order of arrival.
        self.known: list[str] = []
        self.thrown_out: set[str] = set()
        self.running: dict[str, str] = {}
        self.completed = 0
        #: Texts of the chunks that were accepted, by task.
        self.accepted: dict[str, list[str]] = {}
        self.chunks = 0
        self.statuses: dict[str, TaskStatus] = {}
        self.room = Room(self.open())

    def open(self) -> Database:
        return open_database(self.folder / str(self.life), clock=lambda: self.now)

    def teardown(self) -> None:
        self.room.database.close()
        shutil.rmtree(self.folder)

    @initialize()
    def register(self) -> None:
        self.room.videos.register([FileSeen(f"/films/{name}", name, 1, 1) for name in FILES], self.now)

    def chosen(self, numbers: Sequence[int]) -> list[str]:
        return [self.known[number] for number in numbers if number < len(self.known)]

    def throw_out(self, ids: Sequence[str]) -> None:
        self.thrown_out.update(ids)
        self.known = [task_id for task_id in self.known if task_id not in self.thrown_out]
        self.running = {token: task_id for token, task_id in self.running.items() if task_id not in self.thrown_out}

    def everything(self) -> object:
        tasks = self.room.tasks.all()
        attempts = [self.room.tasks.attempts(task.task_id) for task in tasks]
        points = [self.room.findings.checkpoints(task.task_id) for task in tasks]
        return tasks, attempts, points, [self.room.findings.findings(name) for name in FILES]

    # What happens --------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([1.0, 10.0, 700.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(slots=st.integers(1, 3))
    def slots_change(self, slots: int) -> None:
        self.slots = slots

    @rule(
        names=st.lists(st.sampled_from(FILES), min_size=1, max_size=3),
        priority=st.sampled_from(Priority),
        processors=st.sampled_from(PROCESSORS),
        force=st.booleans(),
    )
    def submit(self, names: list[str], priority: Priority, processors: tuple[str, ...], force: bool) -> None:
        requests = [TaskRequest(name, name, processors, priority, max_retries=1, force=force) for name in names]
        for name, answer in zip(names, self.room.tasks.submit(requests, self.now), strict=True):
            assert answer.file_uuid == name
            if answer.duplicate:
                assert answer.task_id in self.known
            elif not answer.done_already:
                assert answer.task_id not in self.thrown_out
                self.known.append(answer.task_id)

    @rule(target=tokens)
    def start(self) -> object:
        """As the scheduler does it: a plan over the first of the queue, then the claims."""
        running = self.room.tasks.all([TaskStatus.PROCESSING])
        candidates = self.room.tasks.candidates(self.now, self.slots + 5)
        lower = self.room.tasks.longest_waiting_below(candidates[0].order.rank, self.now) if candidates else None
        chosen = plan(
            candidates=candidates,
            running=running,
            slots=self.slots,
            paused=self.paused,
            fairness=self.fairness,
            now=self.now,
            longest_waiting=lower,
        )
        self.fairness = chosen.fairness
        new: list[str] = []
        for task_id in chosen.start:
            attempt = self.room.tasks.claim(task_id, self.now)
            assert attempt is not None
            assert self.room.tasks.claim(task_id, self.now) is None, "claimed twice"
            self.running[attempt.attempt_id] = task_id
            new.append(attempt.attempt_id)
        assert not (self.paused and new)
        assert len(self.running) <= max(self.slots, len(running)), "more than the slots"
        beside = self.room.tasks.some(self.running.values())
        assert not new or len(beside) == 1 or not any(task.alone for task in beside)
        assert not new or sum(task.suspect for task in beside) <= 1
        return multiple(*new)

    @rule(token=tokens, percent=st.floats(-10, 200))
    def progress(self, token: str, percent: float) -> None:
        assert self.room.tasks.progress(token, percent, self.now) == (token in self.running)

    @rule(token=tokens, done=st.booleans(), stale=st.booleans())
    def chunk(self, token: str, done: bool, stale: bool) -> None:
        """`stale` sends a mark that does not stand, as a doubled message would."""
        task_id = self.running.get(token, "")
        marks = {point.processor: point.mark_s for point in self.room.findings.checkpoints(task_id)}
        mark = marks.get("asr", 0.0)
        self.chunks += 1
        text = f"chunk {self.chunks}"
        point = Checkpoint("asr", mark + 1 if stale else mark, mark + 5, "print", done=done)
        finding = SpeechSegment(mark, mark + 5, text, "en", 1.0, 1.0)
        stored = self.room.findings.store_chunk(token, Chunk(1, (finding,), (point,)), self.now)
        assert stored == (token in self.running and not stale)
        if stored:
            self.accepted.setdefault(task_id, []).append(text)

    @rule(token=tokens)
    def complete(self, token: str) -> None:
        alive = token in self.running
        assert self.room.tasks.complete(token, self.now, running_s=1.0) == alive
        if alive:
            self.completed += 1
            del self.running[token]

    @rule(token=tokens, kind=st.sampled_from(FailureKind), outcome=st.sampled_from(BAD_ENDS))
    def fail(self, token: str, kind: FailureKind, outcome: AttemptOutcome) -> None:
        task = self.room.tasks.get(self.running.get(token, ""))
        decision = decide(
            kind,
            retry_count=task.retry_count if task else 0,
            max_retries=task.max_retries if task else 0,
            retry_on_failure=True,
            retry_delay_s=10,
            jitter=0.5,
        )
        result = self.room.tasks.fail(token, outcome, Failure(kind, "It broke."), decision, self.now)
        assert (result is not None) == (token in self.running)
        self.running.pop(token, None)
        if result is not None:
            assert result.retry_count <= result.max_retries
            assert result.status is not TaskStatus.FAILED or result.error_message

    @rule(token=tokens)
    def interrupt(self, token: str) -> None:
        before = self.room.tasks.get(self.running.get(token, ""))
        task = self.room.tasks.interrupt(token, self.now)
        assert (task is not None) == (token in self.running)
        self.running.pop(token, None)
        if task is not None and before is not None:
            assert task.retry_count == before.retry_count

    @rule(token=consumes(tokens))
    def a_dead_attempt_speaks(self, token: str) -> None:
        if token in self.running:
            self.interrupt(token)
        before = self.everything()
        assert not self.room.tasks.progress(token, 50, self.now + 1)
        assert not self.room.tasks.warn(token, "Late.", self.now + 1)
        assert not self.room.tasks.complete(token, self.now + 1)
        assert self.room.tasks.interrupt(token, self.now + 1) is None
        assert not self.room.findings.restart(token, ["asr"], self.now + 1)
        assert not self.room.findings.store_chunk(token, Chunk(1, (), ()), self.now + 1)
        assert self.everything() == before

    @rule(numbers=some_tasks)
    def cancel(self, numbers: list[int]) -> None:
        ids = {task.task_id for task in self.room.tasks.cancel(self.chosen(numbers), self.now)}
        self.running = {token: task_id for token, task_id in self.running.items() if task_id not in ids}

    @rule(numbers=some_tasks)
    def retry(self, numbers: list[int]) -> None:
        for task in self.room.tasks.retry(self.chosen(numbers), self.now):
            assert (task.status, task.retry_count) == (TaskStatus.PENDING, 0)

    @rule(numbers=some_tasks)
    def hold(self, numbers: list[int]) -> None:
        assert all(task.held for task in self.room.tasks.hold(self.chosen(numbers), self.now))

    @rule(numbers=some_tasks)
    def release(self, numbers: list[int]) -> None:
        assert not any(task.held for task in self.room.tasks.release(self.chosen(numbers), self.now))

    @rule()
    def the_drives_are_back(self) -> None:
        for task in self.room.tasks.all([TaskStatus.PENDING]):
            self.room.tasks.set_waiting(task.task_id, None, self.now)

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.paused = paused
        self.room.tasks.set_pause(Pause(PauseState.PAUSED if paused else PauseState.RUNNING, "user"))

    @rule(numbers=some_tasks)
    def prioritize(self, numbers: list[int]) -> None:
        positions = self.room.tasks.prioritize(self.chosen(numbers), self.now)
        assert sorted(positions.values()) == list(range(1, len(positions) + 1))

    @rule(numbers=some_tasks, priority=st.sampled_from(Priority))
    def set_priority(self, numbers: list[int], priority: Priority) -> None:
        ids = self.chosen(numbers)
        self.room.tasks.set_priority(ids, priority, self.now)
        assert all(task.priority is priority for task in self.room.tasks.some(ids) if not task.status.ended)

    @rule(numbers=some_tasks, where=st.sampled_from(Move), before=st.integers(0, 30))
    def reorder(self, numbers: list[int], where: Move, before: int) -> None:
        ids = self.chosen(numbers)
        target = next(iter(self.chosen([before])), None)
        positions = self.room.tasks.move(ids, where, self.now, before=target)
        assert positions == self.room.tasks.positions(ids, self.now)

    @rule(pending=st.booleans(), running=st.booleans(), finished=st.booleans())
    def clear(self, pending: bool, running: bool, finished: bool) -> None:
        self.throw_out(self.room.tasks.clear(pending=pending, running=running, finished=finished))

    @rule(numbers=some_tasks)
    def remove(self, numbers: list[int]) -> None:
        ids = self.chosen(numbers)
        assert set(self.room.tasks.remove(ids)) == set(ids)
        self.throw_out(ids)

    @rule(crash=st.booleans())
    def restart(self, crash: bool) -> None:
        before = {task.task_id: task for task in self.room.tasks.all()}
        waiting = [task.task_id for task in self.room.tasks.all([TaskStatus.PENDING])]
        old = self.folder / str(self.life)
        if crash:
            self.life += 1
            shutil.copytree(old, self.folder / str(self.life), ignore=shutil.ignore_patterns("*-shm", "*.reserve"))
        self.room.database.close()
        self.room = Room(self.open())
        assert self.room.database.unclean == crash
        taken_back = self.room.tasks.recover(self.now, crash)
        assert {task.task_id for task in taken_back} == set(self.running.values())
        self.running.clear()
        for task in taken_back:
            assert task.retry_count == before[task.task_id].retry_count
            assert not (crash and task.status is TaskStatus.PENDING) or task.suspect
        former = sorted(task.order for task in taken_back if task.status is TaskStatus.PENDING)
        assert [key.task_id for key in former] == [
            task.task_id
            for task in sorted(before.values(), key=lambda task: (task.order.front, task.order.rank, task.order))
            if task.task_id in {key.task_id for key in former}
        ]
        left = [task.task_id for task in self.room.tasks.all([TaskStatus.PENDING]) if task.task_id in waiting]
        assert left == waiting, "the order of what waited"
        assert (self.room.tasks.pause().state is PauseState.PAUSED) == self.paused

    # What always holds ---------------------------------------------------------------------------------------

    @invariant()
    def what_always_holds(self) -> None:
        tasks = self.room.tasks.all()
        self.nothing_is_lost_and_nothing_comes_back(tasks)
        self.every_change_is_a_listed_transition(tasks)
        self.nothing_runs_twice(tasks)
        self.positions_are_a_permutation_in_order(tasks)
        self.accepted_chunks_stand_once()

    def nothing_is_lost_and_nothing_comes_back(self, tasks: list[Task]) -> None:
        assert {task.task_id for task in tasks} == set(self.known)
        counts = self.room.tasks.counts()
        assert counts.total_processed == self.completed
        for status in TaskStatus:
            assert getattr(counts, status.value) == sum(task.status is status for task in tasks)
        assert counts.held == sum(task.held and task.status is TaskStatus.PENDING for task in tasks)

    def every_change_is_a_listed_transition(self, tasks: list[Task]) -> None:
        for task in tasks:
            old = self.statuses.get(task.task_id, TaskStatus.PENDING)
            assert old is task.status or task.status in TRANSITIONS[old], f"{old} to {task.status}"
            if task.status is TaskStatus.FAILED:
                assert task.error_message, "failed without a reason"
                assert task.failure_kind is not None
        self.statuses = {task.task_id: task.status for task in tasks}

    def nothing_runs_twice(self, tasks: list[Task]) -> None:
        running = [task.task_id for task in tasks if task.status is TaskStatus.PROCESSING]
        assert sorted(running) == sorted(self.running.values())
        live = [task for task in tasks if not task.status.ended]
        assert len({(task.file_uuid, task.processors) for task in live}) == len(live), "the same scan twice"
        for task in tasks:
            attempts = self.room.tasks.attempts(task.task_id)
            assert [attempt.number for attempt in attempts] == list(range(1, len(attempts) + 1))
            open_ones = [attempt.attempt_id for attempt in attempts if attempt.outcome is None]
            assert open_ones == [token for token, task_id in self.running.items() if task_id == task.task_id]
            successes = sum(attempt.outcome is AttemptOutcome.SUCCEEDED for attempt in attempts)
            assert successes == (task.status is TaskStatus.COMPLETED)

    def positions_are_a_permutation_in_order(self, tasks: list[Task]) -> None:
        pending = [task for task in tasks if task.status is TaskStatus.PENDING]
        assert pending == sorted(pending, key=lambda task: task.order)
        standing = [task.task_id for task in pending if may_start(task, self.now)]
        expected = {task_id: place for place, task_id in enumerate(standing, 1)}
        assert self.room.tasks.positions(self.known, self.now) == expected
        for task_id in standing[:1]:
            assert self.room.tasks.positions([task_id], self.now) == {task_id: expected[task_id]}
        assert [task.task_id for task in self.room.tasks.candidates(self.now, 99)] == standing

    def accepted_chunks_stand_once(self) -> None:
        """Every text that is shown was accepted and stands once; a mark is where its chunks lead."""
        found = [item for name in FILES for item in self.room.findings.findings(name)]
        shown = [item.text for item in found if isinstance(item, SpeechSegment)]
        assert len(shown) == len(set(shown))
        assert set(shown) <= {text for texts in self.accepted.values() for text in texts}
        for task_id in self.known:
            for point in self.room.findings.checkpoints(task_id):
                assert point.mark_s == 5.0 * len(self.accepted[task_id])


Queue.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestQueue = Queue.TestCase

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
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from momentry_desk.core.findings import Checkpoint, Chunk, SpeechSegment
from momentry_desk.core.messages import FileSeen
from momentry_desk.core.model import (
    Attempt,
    AttemptOutcome,
    Failure,
    FailureKind,
    Move,
    Priority,
    Task,
    TaskRequest,
    TaskStatus,
)
from momentry_desk.core.planning import Fairness, Plan, may_start, plan, rearranged
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

some_tasks = st.lists(st.integers(0, 11), min_size=1, max_size=3)
#: Which attempt reports: mostly one that runs, now and then any that ever was.
a_report = st.tuples(st.integers(0, 11), st.sampled_from([True, True, True, False]))


class Queue(RuleBasedStateMachine):
    """What the model knows is in plain attributes; everything else is asked of the store after each step."""

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
        #: Tokens of the attempts that run, with their tasks; and of all that ever ran.
        self.running: dict[str, str] = {}
        self.tokens: list[str] = []
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
    def begin(self) -> None:
        self.room.videos.register([FileSeen(f"/films/{name}", name, 1, 1) for name in FILES], self.now)
        self.submit(list(FILES[:3]), Priority.NORMAL, PROCESSORS[0], force=False)

    def chosen(self, numbers: Sequence[int]) -> list[str]:
        return list(dict.fromkeys(self.known[number % len(self.known)] for number in numbers if self.known))

    def reporting(self, report: tuple[int, bool]) -> str:
        number, alive = report
        tokens = list(self.running) if alive and self.running else self.tokens
        return tokens[number % len(tokens)]

    def everything(self) -> object:
        tasks = self.room.tasks.all()
        beside = [(self.room.tasks.attempts(t.task_id), self.room.findings.checkpoints(t.task_id)) for t in tasks]
        return tasks, beside, [self.room.findings.findings(name) for name in FILES]

    # What happens --------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([1.0, 10.0, 700.0]), slots=st.integers(1, 3), drives=st.booleans())
    def the_world_changes(self, seconds: float, slots: int, drives: bool) -> None:
        self.now += seconds
        self.slots = slots
        for task in self.room.tasks.all([TaskStatus.PENDING]):
            if drives and task.waiting_for:
                self.room.tasks.set_waiting(task.task_id, None, self.now)

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

    def start(self) -> None:
        """As the scheduler does it after every change: a plan over the first of the queue, then the claims."""
        running = self.room.tasks.all([TaskStatus.PROCESSING])
        chosen = self.planned(running, self.slots)
        self.fairness = chosen.fairness
        new: list[str] = []
        for task_id in chosen.start:
            attempt = self.room.tasks.claim(task_id, self.now)
            assert attempt is not None
            assert self.room.tasks.claim(task_id, self.now) is None, "claimed twice"
            self.note_start(attempt)
            new.append(attempt.attempt_id)
        assert not (self.paused and new)
        assert len(self.running) <= max(self.slots, len(running)), "more than the slots"
        beside = self.room.tasks.some(self.running.values())
        assert not new or len(beside) == 1 or not any(task.alone for task in beside)
        assert not new or sum(task.suspect for task in beside) <= 1, "suspects beside each other"

    def planned(self, running: Sequence[Task], slots: int) -> Plan:
        candidates = self.room.tasks.candidates(self.now, slots + 5)
        lower = self.room.tasks.longest_waiting_below(candidates[0].order.rank, self.now) if candidates else None
        return plan(
            candidates=candidates,
            running=running,
            slots=slots,
            paused=self.paused,
            fairness=self.fairness,
            now=self.now,
            longest_waiting=lower,
        )

    def note_start(self, attempt: Attempt) -> None:
        self.running[attempt.attempt_id] = attempt.task_id
        self.tokens.append(attempt.attempt_id)

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report, percent=st.floats(-10, 200))
    def progress(self, report: tuple[int, bool], percent: float) -> None:
        token = self.reporting(report)
        assert self.room.tasks.progress(token, percent, self.now) == (token in self.running)

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report, done=st.booleans(), stale=st.booleans())
    def chunk(self, report: tuple[int, bool], done: bool, stale: bool) -> None:
        """`stale` sends a mark that does not stand, as a doubled message would."""
        token = self.reporting(report)
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

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report)
    def complete(self, report: tuple[int, bool]) -> None:
        token = self.reporting(report)
        alive = token in self.running
        assert self.room.tasks.complete(token, self.now, running_s=1.0) == alive
        if alive:
            self.completed += 1
            del self.running[token]

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report)
    def complete_and_claim(self, report: tuple[int, bool]) -> None:
        """One worker goes from its task to the next one, as the plan without it says."""
        token = self.reporting(report)
        alive = token in self.running
        beside = self.room.tasks.all([TaskStatus.PROCESSING])
        others = [task for task in beside if task.task_id != self.running.get(token)]
        chosen = self.planned(others, min(len(others) + 1, self.slots))
        if not chosen.start:
            return
        task_id = chosen.start[0]
        completed, claimed = self.room.tasks.complete_and_claim(token, task_id, self.now, running_s=1.0)
        assert completed == alive
        assert claimed is not None
        self.fairness = chosen.fairness
        if alive:
            self.completed += 1
            del self.running[token]
        self.note_start(claimed)

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report, kind=st.sampled_from(FailureKind), outcome=st.sampled_from(BAD_ENDS))
    def fail(self, report: tuple[int, bool], kind: FailureKind, outcome: AttemptOutcome) -> None:
        token = self.reporting(report)
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

    @precondition(lambda self: bool(self.tokens))
    @rule(report=a_report)
    def interrupt(self, report: tuple[int, bool]) -> None:
        token = self.reporting(report)
        before = self.room.tasks.get(self.running.get(token, ""))
        task = self.room.tasks.interrupt(token, self.now)
        assert (task is not None) == (token in self.running)
        self.running.pop(token, None)
        if task is not None and before is not None:
            assert task.retry_count == before.retry_count

    @precondition(lambda self: bool(self.tokens))
    @rule(number=st.integers(0, 11), again=st.booleans())
    def a_dead_attempt_speaks(self, number: int, again: bool) -> None:
        """Also while its task runs anew under another token."""
        token = self.reporting((number, True))
        task_id = self.running.get(token)
        if task_id is not None:
            self.interrupt((list(self.running).index(token), True))
            attempt = self.room.tasks.claim(task_id, self.now) if again else None
            if attempt is not None:
                self.note_start(attempt)
        before = self.everything()
        assert not self.room.tasks.progress(token, 50, self.now + 1)
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

    @rule(numbers=some_tasks, held=st.booleans())
    def hold_or_release(self, numbers: list[int], held: bool) -> None:
        ids = self.chosen(numbers)
        changed = self.room.tasks.hold(ids, self.now) if held else self.room.tasks.release(ids, self.now)
        assert all(task.held is held for task in changed)

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.paused = paused
        self.room.tasks.set_pause(Pause(PauseState.PAUSED if paused else PauseState.RUNNING, "user"))

    @rule(numbers=some_tasks, priority=st.none() | st.sampled_from(Priority))
    def prioritize(self, numbers: list[int], priority: Priority | None) -> None:
        """First in queue, or another priority."""
        ids = self.chosen(numbers)
        if priority is None:
            waiting = [task for task in self.room.tasks.some(ids) if task.status is TaskStatus.PENDING]
            positions = self.room.tasks.prioritize(ids, self.now)
            assert sorted(positions.values()) == list(range(1, len(positions) + 1))
            first = self.room.tasks.all([TaskStatus.PENDING], limit=len(waiting))
            assert {task.task_id for task in first} == {task.task_id for task in waiting}
        else:
            self.room.tasks.set_priority(ids, priority, self.now)
            assert all(task.priority is priority for task in self.room.tasks.some(ids) if not task.status.ended)

    @rule(numbers=some_tasks, where=st.sampled_from(Move), before=st.integers(0, 11))
    def reorder(self, numbers: list[int], where: Move, before: int) -> None:
        """Inside one priority the order is the one that the pure function makes."""
        ids = self.chosen(numbers)
        target = next(iter(self.chosen([before])), None)
        pending = self.room.tasks.all([TaskStatus.PENDING])
        positions = self.room.tasks.move(ids, where, self.now, before=target)
        assert positions == self.room.tasks.positions(ids, self.now)
        if len({task.priority for task in pending}) == 1 and not any(task.order.front for task in pending):
            expected = rearranged([task.task_id for task in pending], ids, where, target)
            assert [task.task_id for task in self.room.tasks.all([TaskStatus.PENDING])] == expected

    @rule(numbers=some_tasks, statuses=st.sets(st.sampled_from(["pending", "running", "finished"]), max_size=1))
    def throw_out(self, numbers: list[int], statuses: set[str]) -> None:
        """Clear tasks by their status, or remove some."""
        ids = self.chosen(numbers)
        if statuses:
            asked = {name: name in statuses for name in ("pending", "running", "finished")}
            ids = self.room.tasks.clear(**asked)
        else:
            assert self.room.tasks.remove(ids) == ids
        self.thrown_out.update(ids)
        self.known = [task_id for task_id in self.known if task_id not in ids]
        self.running = {token: task_id for token, task_id in self.running.items() if task_id not in ids}

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
        assert all(task.retry_count == before[task.task_id].retry_count for task in taken_back)
        assert all(task.suspect or task.status is TaskStatus.FAILED for task in taken_back) or not crash
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
        self.check()
        self.start()
        self.check()

    def check(self) -> None:
        tasks = self.room.tasks.all()
        assert self.room.tasks.ids() == [task.task_id for task in tasks]
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

"""The whole engine over a real database and real children, with a worker that does what its file says."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.findings import Chunk, TextLine
from momentry_desk.core.model import AttemptOutcome, FailureKind, TaskStatus
from momentry_desk.core.snapshot import Added, PauseState, TaskRow
from momentry_desk.engine import process_tree
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import EngineStopped, StartRefused
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.trouble import DatabaseLocked

Wait = Callable[..., None]
Clip = Callable[..., str]
S = 20.0


def add(engine: Engine, *paths: str, **options: object) -> Added:
    return engine.add(paths, processors=("ocr",), **options).result(S)  # type: ignore[arg-type]


def rows(engine: Engine) -> dict[str, TaskRow]:
    return {row.file_name: row for row in engine.rows().result(S)}


def ended(engine: Engine, *names: str) -> Callable[[], bool]:
    def check() -> bool:
        now = rows(engine)
        return all(name in now and now[name].status.ended for name in names)

    return check


def texts(engine: Engine, file_uuid: str) -> list[str]:
    found = engine.findings(file_uuid).result(S)
    return [one.text for one in found if isinstance(one, TextLine)]


def scanning(ledger: Path) -> set[int]:
    """The processes that began a scan."""
    lines = ledger.read_text().splitlines() if ledger.exists() else []
    return {int(line.split()[2]) for line in lines if line.startswith("start")}


def attempts_outcomes(engine: Engine, row: TaskRow) -> list[AttemptOutcome | None]:
    return [attempt.outcome for attempt in engine.attempts(row.task_id).result(S)]


def test_a_file_that_is_added_is_scanned(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    added = add(engine, clip("a.mp4", steps=3))
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.status is TaskStatus.COMPLETED
    assert row.progress == 100
    assert texts(engine, added.file_uuids[0]) == ["step 0", "step 1", "step 2"]


def test_two_slots_are_two_processes(engine: Engine, clip: Clip, ledger: Path, wait_until: Wait) -> None:
    names = [f"{number}.mp4" for number in range(5)]
    add(engine, *(clip(name, steps=5) for name in names))
    wait_until(ended(engine, *names))
    running, most, pids = 0, 0, set()
    for line in ledger.read_text().splitlines():
        word, _, pid, _ = line.split()
        running += 1 if word == "start" else -1
        most = max(most, running)
        pids.add(pid)
    assert most == 2
    assert len(pids) == 2, "the workers are not warm"


def test_a_scan_that_was_done_is_told_and_not_done_again(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    path = clip("a.mp4")
    add(engine, path)
    wait_until(ended(engine, "a.mp4"))
    assert add(engine, path).submitted[0].done_already
    assert not add(engine, path, force=True).submitted[0].done_already


@pytest.mark.parametrize(
    "act", ["die", "segfault", "leave", "half", "rubbish", "long line", "flood", "late word", "fail"]
)
def test_a_scan_that_breaks_off_goes_on_from_its_checkpoint(
    act: str, engine: Engine, clip: Clip, tmp_path: Path, wait_until: Wait
) -> None:
    added = add(engine, clip("a.mp4", steps=6, act=act, at=3, once=str(tmp_path / "once")))
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.status is TaskStatus.COMPLETED, row.error_message
    assert texts(engine, added.file_uuids[0]) == [f"step {step}" for step in range(6)]
    first = {"late word": [], "fail": [AttemptOutcome.ERRORED]}.get(act, [AttemptOutcome.CRASHED])
    assert attempts_outcomes(engine, row) == [*first, AttemptOutcome.SUCCEEDED]


def test_a_chunk_that_cannot_be_stored_is_scanned_anew(
    engine: Engine, clip: Clip, wait_until: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, locked = FindingStore.store_chunk, iter((False, True))

    def refuse_the_second(self: FindingStore, attempt_id: str, chunk: Chunk, now: float) -> bool:
        if next(locked, False):
            raise DatabaseLocked(Path("momentry.sqlite3"))
        return store(self, attempt_id, chunk, now)

    monkeypatch.setattr(FindingStore, "store_chunk", refuse_the_second)
    added = add(engine, clip("a.mp4", steps=6))
    wait_until(ended(engine, "a.mp4"))
    assert texts(engine, added.file_uuids[0]) == [f"step {step}" for step in range(6)]
    row = rows(engine)["a.mp4"]
    assert attempts_outcomes(engine, row) == [AttemptOutcome.INTERRUPTED, AttemptOutcome.SUCCEEDED]


def test_a_worker_that_always_dies_fails_with_the_whole_story(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    add(engine, clip("a.mp4", act="die"))
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.status is TaskStatus.FAILED
    assert row.failure_kind is FailureKind.WORKER_CRASHED
    assert attempts_outcomes(engine, row) == [AttemptOutcome.CRASHED] * 4


def test_what_is_no_video_fails_once(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    add(engine, clip("a.mp4", act="invalid"))
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.error_message == "This is no video."
    assert attempts_outcomes(engine, row) == [AttemptOutcome.ERRORED]


@pytest.mark.parametrize("act", ["hang", "stubborn"])
def test_a_cancelled_task_leaves_no_process(
    act: str, engine: Engine, ledger: Path, clip: Clip, wait_until: Wait
) -> None:
    add(engine, clip("a.mp4", steps=100, act=act, at=1))
    wait_until(lambda: rows(engine)["a.mp4"].fractions)
    (session,) = scanning(ledger)
    wait_until(lambda: act == "hang" or len(process_tree.members(session)) > 1)
    task_id = rows(engine)["a.mp4"].task_id
    assert [task.task_id for task in engine.cancel([task_id]).result(S)] == [task_id]
    assert rows(engine)["a.mp4"].status is TaskStatus.CANCELLED
    wait_until(lambda: not process_tree.members(session), 2)


def test_a_hanging_scan_times_out(make_engine: Callable[..., Engine], clip: Clip, wait_until: Wait) -> None:
    engine = make_engine(task_timeout=1, max_retries=0)
    add(engine, clip("a.mp4", act="hang"))
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.failure_kind is FailureKind.TIMED_OUT
    assert attempts_outcomes(engine, row) == [AttemptOutcome.TIMED_OUT]


def test_a_pause_lets_what_runs_stand_still_and_goes_on(
    engine: Engine, ledger: Path, clip: Clip, wait_until: Wait
) -> None:
    added = add(engine, clip("a.mp4", steps=30), clip("b.mp4", steps=30), clip("c.mp4"))
    wait_until(lambda: rows(engine)["a.mp4"].fractions and rows(engine)["b.mp4"].fractions)
    assert engine.pause(reason="lunch").result(S).pause.state is PauseState.PAUSED
    assert rows(engine)["a.mp4"].suspended
    before = rows(engine)
    wait_until(lambda: {_state(pid) for pid in scanning(ledger)} == {"T"})
    assert rows(engine)["c.mp4"].status is TaskStatus.PENDING
    assert rows(engine)["a.mp4"].fractions == before["a.mp4"].fractions
    engine.resume().result(S)
    wait_until(ended(engine, "a.mp4", "b.mp4", "c.mp4"))
    assert len(texts(engine, added.file_uuids[0])) == 30


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_pause_can_let_running_scans_finish(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    add(engine, clip("a.mp4", steps=20))
    wait_until(lambda: rows(engine)["a.mp4"].fractions)
    assert engine.pause(finish_running=True).result(S).pause.state is PauseState.PAUSING
    wait_until(ended(engine, "a.mp4"))
    wait_until(lambda: engine.snapshot().pause.state is PauseState.PAUSED)


def test_what_stands_still_goes_on_where_a_pause_lets_it_finish(
    engine: Engine, clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    add(engine, clip("a.mp4", steps=10), clip("b.mp4"), clip("c.mp4", steps=10))
    wait_until(lambda: scanning(ledger))
    engine.pause().result(S)
    engine.pause(finish_running=True).result(S)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.PAUSED)
    assert rows(engine)["a.mp4"].status is TaskStatus.COMPLETED


def test_a_pause_survives_a_restart(make_engine: Callable[..., Engine], clip: Clip, wait_until: Wait) -> None:
    first = make_engine()
    first.pause(reason="lunch").result(S)
    add(first, clip("a.mp4"))
    assert first.stop()
    second = make_engine()
    assert second.snapshot().pause.reason == "lunch"
    assert rows(second)["a.mp4"].status is TaskStatus.PENDING
    second.resume().result(S)
    wait_until(ended(second, "a.mp4"))


def test_a_stop_interrupts_and_the_next_start_goes_on(
    make_engine: Callable[..., Engine], clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    first = make_engine()
    added = add(first, clip("a.mp4", steps=40))
    wait_until(lambda: rows(first)["a.mp4"].fractions.get("ocr", 0) > 0.1)
    assert first.stop()
    assert not any(process_tree.members(pid) for pid in scanning(ledger))
    second = make_engine()
    wait_until(ended(second, "a.mp4"))
    row = rows(second)["a.mp4"]
    assert attempts_outcomes(second, row) == [AttemptOutcome.INTERRUPTED, AttemptOutcome.SUCCEEDED]
    assert row.retry_count == 0
    assert texts(second, added.file_uuids[0]) == [f"step {step}" for step in range(40)]


def test_a_held_task_leaves_its_slot_and_goes_on_when_released(
    engine: Engine, clip: Clip, wait_until: Wait
) -> None:
    add(engine, clip("a.mp4", steps=20))
    wait_until(lambda: rows(engine)["a.mp4"].fractions)
    task_id = rows(engine)["a.mp4"].task_id
    engine.hold([task_id]).result(S)
    wait_until(lambda: rows(engine)["a.mp4"].status is TaskStatus.PENDING)
    assert rows(engine)["a.mp4"].held
    engine.release([task_id]).result(S)
    wait_until(ended(engine, "a.mp4"))


def test_a_missing_file_is_waited_for(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    path = Path(clip("a.mp4"))
    engine.pause().result(S)
    add(engine, str(path))
    aside = path.with_name("aside")
    path.rename(aside)
    engine.resume().result(S)
    wait_until(lambda: rows(engine)["a.mp4"].waiting_for)
    assert rows(engine)["a.mp4"].retry_count == 0
    aside.rename(path)
    wait_until(ended(engine, "a.mp4"))
    assert rows(engine)["a.mp4"].status is TaskStatus.COMPLETED


def test_the_same_failure_over_many_files_pauses_the_queue(
    make_engine: Callable[..., Engine], clip: Clip, wait_until: Wait
) -> None:
    engine = make_engine(max_retries=0)
    add(engine, *(clip(f"{number}.mp4", act="die") for number in range(12)))
    wait_until(lambda: engine.snapshot().pause.state is PauseState.PAUSED)
    assert "in a row failed" in engine.snapshot().pause.reason
    assert engine.snapshot().pause.by == "program"
    assert engine.snapshot().counts.pending >= 5


def test_a_full_disk_pauses_and_goes_on_when_there_is_room(
    engine: Engine, clip: Clip, tmp_path: Path, wait_until: Wait
) -> None:
    add(engine, clip("a.mp4", act="disk full", once=str(tmp_path / "once")))
    # There is room here, so the next sample lets it go on.
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.status is TaskStatus.COMPLETED
    assert row.retry_count == 0


def test_what_cannot_be_added_is_told(engine: Engine, tmp_path: Path, wait_until: Wait) -> None:
    told: list[object] = []
    engine.rejected.connect(told.append)
    added = add(engine, str(tmp_path / "nowhere.mp4"))
    assert [one.path for one in added.rejected] == [str(tmp_path / "nowhere.mp4")]
    assert added.submitted == ()
    wait_until(lambda: told)


def test_videos_are_probed_beside_the_scans(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    engine.add([clip("a.mp4", steps=7)], scan=False).result(S)
    wait_until(lambda: any(row.thumbnail for row in engine.videos().result(S)))
    (row,) = engine.videos().result(S)
    assert row.media is not None
    assert row.media.duration_s == 7
    assert rows(engine) == {}


def test_signals_tell_of_rows_videos_findings_and_resources(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    told: dict[str, list[object]] = {"rows": [], "videos": [], "findings": [], "resources": [], "threads": []}
    engine.rows_changed.connect(lambda changed: told["rows"].append(changed))
    engine.rows_changed.connect(lambda _: told["threads"].append(threading.current_thread()))
    engine.videos_changed.connect(lambda changed: told["videos"].append(changed))
    engine.findings_changed.connect(lambda uuid: told["findings"].append(uuid))
    engine.resources_sampled.connect(lambda sample: told["resources"].append(sample))
    add(engine, clip("a.mp4", steps=30, step_s=0.1))
    wait_until(lambda: all(told.values()))
    wait_until(ended(engine, "a.mp4"))
    assert set(told["threads"]) == {threading.main_thread()}


def test_removed_tasks_are_gone_and_their_workers_too(
    engine: Engine, clip: Clip, ledger: Path, wait_until: Wait
) -> None:
    add(engine, clip("a.mp4", act="stubborn"), clip("b.mp4", act="hang"), clip("c.mp4"))
    wait_until(lambda: len(scanning(ledger)) == 2)
    gone = engine.clear(pending=True, running=True).result(S)
    assert len(gone) == 3
    assert rows(engine) == {}
    wait_until(lambda: not any(process_tree.members(pid) for pid in scanning(ledger)), 2)


def test_a_second_engine_on_the_folder_is_refused(engine: Engine, data_folder: Path, wait_until: Wait) -> None:
    other = Engine(data_folder)
    told: list[str] = []
    other.refused.connect(told.append)
    with pytest.raises(StartRefused, match="is running already"):
        other.start().result(S)
    wait_until(lambda: told)
    assert other.stop()
    assert rows(engine) == {}


def test_commands_after_the_stop_say_so(engine: Engine) -> None:
    assert engine.stop()
    assert engine.stop()
    with pytest.raises(EngineStopped):
        engine.rows().result(S)


def test_an_engine_that_never_started_can_be_stopped(data_folder: Path) -> None:
    engine = Engine(data_folder)
    assert engine.stop()
    with pytest.raises(EngineStopped):
        engine.rows().result(S)


def test_settings_change_while_it_runs(engine: Engine, data_folder: Path, wait_until: Wait) -> None:
    assert engine.change_settings({"queue.max_concurrent": 1}).result(S).queue.max_concurrent == 1
    wait_until(lambda: engine.snapshot().slots == 1)
    path = data_folder / "momentry.toml"
    path.write_text(path.read_text().replace("max_concurrent = 1", "max_concurrent = 3"))
    wait_until(lambda: engine.snapshot().slots == 3)


def test_a_clean_stop_leaves_a_sound_database(engine: Engine, data_folder: Path, clip: Clip) -> None:
    add(engine, clip("a.mp4", steps=50))
    assert engine.stop()
    with sqlite3.connect(data_folder / "momentry.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_hanging_worker_on_an_idle_machine_is_ended(
    make_engine: Callable[..., Engine], clip: Clip, wait_until: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("momentry_desk.core.liveness.SILENCE_S", 1.0)
    monkeypatch.setattr("momentry_desk.core.liveness.IDLE_MACHINE_PERCENT", 101.0)
    engine = make_engine(max_retries=0)
    add(engine, clip("a.mp4", act="hang"))
    wait_until(ended(engine, "a.mp4"))
    assert rows(engine)["a.mp4"].failure_kind is FailureKind.UNRESPONSIVE


def test_a_starved_worker_on_a_busy_machine_is_left_alone(
    engine: Engine, clip: Clip, wait_until: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("momentry_desk.core.liveness.SILENCE_S", 0.5)
    monkeypatch.setattr("momentry_desk.core.liveness.IDLE_MACHINE_PERCENT", 0.0)
    add(engine, clip("a.mp4", steps=1, step_s=2.5))
    wait_until(ended(engine, "a.mp4"))
    assert rows(engine)["a.mp4"].status is TaskStatus.COMPLETED


def test_a_long_pause_ends_the_workers_and_uses_up_no_retry(
    engine: Engine, clip: Clip, ledger: Path, wait_until: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("momentry_desk.engine.pausing.SUSPENDED_S", 0.5)
    added = add(engine, clip("a.mp4", steps=30))
    wait_until(lambda: rows(engine)["a.mp4"].progress)
    engine.pause().result(S)
    wait_until(lambda: not any(process_tree.members(pid) for pid in scanning(ledger)))
    wait_until(lambda: rows(engine)["a.mp4"].status is TaskStatus.PENDING)
    kept = max(map(int, (text.removeprefix("step ") for text in texts(engine, added.file_uuids[0])))) + 1
    assert rows(engine)["a.mp4"].progress == int(100 * kept / 30)
    engine.resume().result(S)
    wait_until(ended(engine, "a.mp4"))
    row = rows(engine)["a.mp4"]
    assert row.retry_count == 0
    assert attempts_outcomes(engine, row) == [AttemptOutcome.INTERRUPTED, AttemptOutcome.SUCCEEDED]
    assert texts(engine, added.file_uuids[0]) == [f"step {step}" for step in range(30)]


def test_remaining_time_is_known_once_a_scan_has_taught_it(engine: Engine, clip: Clip, wait_until: Wait) -> None:
    add(engine, clip("a.mp4", steps=4))
    wait_until(ended(engine, "a.mp4"))
    engine.pause().result(S)
    add(engine, clip("b.mp4", steps=8))
    wait_until(lambda: any(row.media for row in engine.videos().result(S) if row.file_name == "b.mp4"))
    wait_until(lambda: rows(engine)["b.mp4"].remaining_s)
    wait_until(lambda: engine.snapshot().remaining_s)

"""`momentry-desk scan` from outside: the real program, the real worker, files that say what the worker does."""

import json
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from momentry_desk.core.sentences import TEXTS, Said
from tests.end_to_end.program import TIMEOUT_S, Program, until


def texts(video: dict[str, Any]) -> list[str]:
    return [line["text"] for line in video["findings"]["text"]]


def found(text: str, at: float) -> dict[str, object]:
    return {"finding": text, "at": at}


def test_the_json_is_as_documented(program: Program) -> None:
    path = program.clip(
        "a",
        found("hello", 1.0),
        {"finding": "spoken", "at": 2, "kind": "speech"},
        {"finding": "who", "at": 3, "kind": "face"},
        {"finding": "cut", "at": 4, "kind": "scene"},
        {"notice": "Two seconds are damaged."},
    )
    code, (video,) = program.report(path)
    assert code == 0
    assert set(video) == {
        "file_uuid",
        "path",
        "duration_s",
        "status",
        "error",
        "warnings",
        "elapsed_s",
        "findings",
    }
    assert (video["path"], video["status"], video["error"]) == (str(path), "completed", None)
    assert video["duration_s"] == 10
    assert video["warnings"] == ["Two seconds are damaged."]
    findings = video["findings"]
    assert [set(findings[kind][0]) for kind in ("speech", "text", "faces", "scenes")] == [
        {"start", "end", "text", "language", "confidence"},
        {"start", "end", "text", "confidence", "box"},
        {"start", "end", "person", "box", "confidence"},
        {"start", "end"},
    ]
    assert findings["faces"][0]["person"] == "Person 1"
    assert len(findings["text"][0]["box"]) == 4


def test_each_file_that_was_given_is_reported_and_some_failed_is_1(program: Program) -> None:
    good = program.clip("good", found("x", 1.0))
    twin = program.clips / "twin.scripted"
    twin.write_bytes(good.read_bytes())
    bad = program.clip("bad", {"fail": "source_invalid"})
    gone = program.clips / "gone.scripted"
    code, videos = program.report(good, twin, bad, gone)
    assert code == 1
    by_path = {video["path"]: video for video in videos}
    assert {path: video["status"] for path, video in by_path.items()} == {
        str(good): "completed",
        str(twin): "completed",
        str(bad): "failed",
        str(gone): "failed",
    }
    assert by_path[str(good)]["file_uuid"] == by_path[str(twin)]["file_uuid"]
    assert all(by_path[str(path)]["error"] for path in (bad, gone))


def test_what_was_scanned_is_reported_without_scanning_again(program: Program) -> None:
    program.clip("a", found("x", 1.0))
    first = program.report()
    assert len(program.events()) == 2
    assert program.report() == first
    assert len(program.events()) == 2


def test_wrong_usage_is_2(program: Program) -> None:
    wrong = (["scan"], ["scan", "--processors", "nonsense", "x"], ["nonsense"], ["scan", "--json"])
    for started in [program.start(*arguments) for arguments in wrong]:
        with started:
            _, err = started.communicate(timeout=TIMEOUT_S)
        assert started.returncode == 2, started.args
        assert "usage" in err


def test_before_an_answer_faces_are_left_out_and_it_says_how_to_answer(program: Program) -> None:
    program.settings(faces="ask")
    with (program.data / "momentry.toml").open("a") as settings:
        settings.write('[processors]\ndefault = ["face", "scripted"]\n')
    path = program.clip("film", found("said", 1.0))
    with program.start("scan", "--json", "-", str(path)) as started:
        out, err = started.communicate(timeout=TIMEOUT_S)
    (video,) = json.loads(out)["videos"]
    assert (started.returncode, video["status"]) == (0, "completed")
    assert "`--faces yes`" in err
    assert texts(video) == ["said"]
    assert video["warnings"] == [TEXTS[Said.FACES_LATER]]


def test_who_names_faces_in_the_command_has_answered(program: Program) -> None:
    program.settings(faces="ask")
    with program.start("scan", "--processors", "face", str(program.clip("film", found("said", 1.0)))) as started:
        _, err = started.communicate(timeout=TIMEOUT_S)
    assert "`--faces yes`" not in err
    assert 'faces = "yes"' in (program.data / "momentry.toml").read_text()


def test_two_slots_are_two_processes(program: Program) -> None:
    for number in range(5):
        program.clip(f"clip{number}", found(str(number), 1.0), {"sleep": 0.4})
    code, videos = program.report()
    assert (code, len(videos)) == (0, 5)
    events = sorted(program.events(), key=lambda event: int(event["ns"]))
    running = most = 0
    for event in events:
        running += 1 if event["event"] == "start" else -1
        most = max(most, running)
    assert most == 2
    assert len({event["pid"] for event in events}) == 2


#: What goes wrong in the middle of a scan, the first time.
DISTURBANCES: tuple[dict[str, object], ...] = (
    {"exit": 0},
    {"exit": 7},
    {"segv": True},
    {"half_message": True},
    {"long_line": 9 * 1024 * 1024},
    {"rubbish_stdout": True},
    {"flood_stderr": 2_000_000},
    {"out_of_memory": True},
    {"old_attempt_word": True},
    {"print": "a library talks"},
    {"fail": "worker_crashed"},
)


def test_disturbed_scans_find_what_undisturbed_ones_find(program: Program) -> None:
    program.settings(retry_delay=0.1)
    for number, step in enumerate(DISTURBANCES):
        told = [found(f"{number} {word}", at) for at, word in enumerate(("one", "two", "three", "four"))]
        program.clip(f"{number:02} {next(iter(step))}", *told[:2], {**step, "first": 1}, *told[2:])
        # Between them one that ends well: the same failure over many files in a row pauses the queue.
        program.clip(f"{number:02} well", *told)
    code, videos = program.report()
    assert len(videos) == 2 * len(DISTURBANCES)
    for video in videos:
        name = Path(video["path"]).stem
        assert video["status"] == "completed", f"{name}: {video['error']}"
        assert texts(video) == [f"{int(name[:2])} {word}" for word in ("one", "two", "three", "four")], name
    assert code == 0


def test_ctrl_c_ends_cleanly_and_the_second_call_goes_on(program: Program) -> None:
    steps: list[dict[str, object]] = []
    for number in range(12):
        steps += [found(str(number), number), {"sleep": 0.15}]
    path = program.clip("a", *steps, duration=12)
    with program.start("scan", "--processors", "scripted", "--json", "-", str(path)) as started:
        until(lambda: program.events())
        until(lambda: _stored(program) >= 3)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=TIMEOUT_S)
    assert started.returncode == 130
    assert "goes on from here" in err
    assert json.loads(out)["videos"][0]["status"] == "pending"
    assert program.processes() == []
    code, (video,) = program.report(path)
    assert code == 0
    assert texts(video) == [str(number) for number in range(12)]


def _stored(program: Program) -> int:
    connection = sqlite3.connect(f"file:{program.data / 'momentry.sqlite3'}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT count(*) FROM findings").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_no_end_of_the_program_leaves_a_process(program: Program, number: signal.Signals) -> None:
    program.clip("a", {"ignore_sigterm": True}, {"fork_grandchild": True}, found("x", 1.0), {"hang": True})
    program.clip("b", found("y", 1.0), {"hang": True})
    with program.start("scan", "--processors", "scripted", str(program.clips)) as started:
        until(lambda: len(program.events()) == 2)
        until(lambda: len(program.processes()) >= 5)
        started.send_signal(number)
        started.communicate(timeout=TIMEOUT_S)
    until(lambda: not program.processes(), 3)


def test_paths_come_back_as_they_were(program: Program) -> None:
    names = [
        "two words",
        "-dash",
        'quote\'s "here"',
        "new\nline",
        "e\u0301",
        "\u5f71\u7247",
        "odd\udcff",
        "[red]",
        "x" * 200,
    ]
    for number, name in enumerate(names):
        program.clip(name, found(str(number), 1.0))
    code, videos = program.report()
    assert code == 0
    shown = {str(program.clips / f"{name}.scripted").encode("utf-8", "replace").decode() for name in names}
    assert {video["path"] for video in videos} == shown
    assert len(videos) == len(names)


def test_a_file_that_was_written_just_now_is_waited_for_and_scanned(program: Program) -> None:
    path = program.clip("fresh", {"finding": "hello", "at": 1.0})
    path.touch()
    code, (video,) = program.report(path)
    assert (code, video["status"]) == (0, "completed")
    assert [line["text"] for line in video["findings"]["text"]] == ["hello"]

"""`search` and `export` beside a running program and without one."""

import json
from pathlib import Path

import pytest

from momentry_desk import cli
from momentry_desk.core.findings import Checkpoint, Chunk, SpeechSegment
from momentry_desk.store.database import open_database
from tests.store.rooms import NOW, Room


def scan(room: Room, name: str, *lines: str) -> None:
    attempt = room.start(room.submit(name, processors=("asr",))).attempt_id
    found = tuple(SpeechSegment(at * 4.0, at * 4.0 + 3, line, "en", 1, 1) for at, line in enumerate(lines))
    point = Checkpoint("asr", 0.0, 99.0, "print", b"", True)
    assert room.findings.store_chunk(attempt, Chunk(1, found, (point,)), NOW)


@pytest.fixture
def library(data_folder: Path) -> Path:
    with open_database(data_folder) as database:
        scan(Room(database), "one", "Ask not what", "your country")
        scan(Room(database), "two", "ask again")
    return data_folder


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    cli.main(["search", "--json", *arguments])
    answer = json.loads(capsys.readouterr().out)
    assert isinstance(answer, dict)
    return answer


def test_a_search_answers_in_its_stable_shape(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hit = {
        "file_uuid": "one",
        "path": "/films/one.mp4",
        "kind": "speech",
        "start": 0,
        "end": 3,
        "text": "Ask not what",
        "edited": False,
    }
    assert found(capsys, '"ask not"') == {"hits": [hit], "next_cursor": None}
    first = found(capsys, "ask", "--limit", "1")
    second = found(capsys, "ask", "--limit", "1", "--cursor", str(first["next_cursor"]))
    assert len(first["hits"]) == len(second["hits"]) == 1  # type: ignore[arg-type]
    assert second["next_cursor"] is None
    assert first["hits"] != second["hits"]


def test_a_search_works_beside_a_running_program(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_database(library) as database:
        scan(Room(database), "three", "brand new words")
        assert [hit["path"] for hit in found(capsys, "brand")["hits"]] == ["/films/three.mp4"]  # type: ignore[attr-defined]
        # It took nothing over: the program goes on writing, and ends cleanly.
        scan(Room(database), "four", "more")
    with open_database(library) as database:
        assert not database.unclean


def test_people_read_the_answer_and_the_exit_code(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["search", "country"]) == 0
    assert "/films/one.mp4" in (out := capsys.readouterr().out)
    assert "0:04.0" in out
    assert cli.main(["search", "nothing"]) == 1
    assert "Nothing was found" in capsys.readouterr().out
    assert cli.main(["search", "ask", "--cursor", "nonsense"]) == 2


def test_a_folder_without_a_database_is_said_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["search", "--data", str(tmp_path / "none"), "x"]) == 1
    assert "Scan something first" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_an_export_is_written_by_path_and_by_id(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "one.srt"
    export = ["export", "/films/one.mp4", "--format", "srt", "--output", str(target)]
    assert cli.main(export) == 0
    assert "Ask not what" in target.read_text()
    assert cli.main(export) == 1
    assert "exists already" in capsys.readouterr().err
    assert cli.main([*export, "--overwrite"]) == 0
    both = tmp_path / "both.csv"
    assert cli.main(["export", "one", "/films/two.mp4", "--format", "csv", "--output", str(both)]) == 0
    assert len(both.read_text().splitlines()) == 4
    assert cli.main(["export", "nobody", "--format", "txt", "--output", str(tmp_path / "x")]) == 1
    assert "nobody is not in the library" in capsys.readouterr().err
    for form in ("vtt", "txt", "json", "otio", "fcpxml", "fcp7xml", "edl"):
        assert cli.main(["export", "one", "--format", form, "--output", str(tmp_path / f"one.{form}")]) == 0

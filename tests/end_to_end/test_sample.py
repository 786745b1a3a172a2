"""The sample film through the command line, as a first user would scan it: all in it is found, and nothing else."""

import base64
import json
import os
import re
import sqlite3
import subprocess
import sys
from array import array
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample.mp4"

#: What is said, and in which second it begins.
SENTENCES = (
    (0.5, "welcome to our little movie"),
    (3.2, "first you see an astronaut in an orange suit"),
    (6.7, "then you see a man in a dark suit"),
    (9.7, "look for any word and jump to the moment it was said"),
)
SHOTS = ((0.0, 3.0), (3.0, 6.5), (6.5, 10.0), (10.0, 13.0))
#: Pictures are looked at a second apart at most.
TIMES_WITHIN_S = 1.0
#: Two frames.
CUTS_WITHIN_S = 2 / 24

pytestmark = pytest.mark.weights


def spoken(text: str) -> list[str]:
    """Words without case and punctuation."""
    return re.findall(r"[a-z']+", text.lower())


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sample") / "data"


@pytest.fixture(scope="module")
def video(weights: Path, data: Path) -> dict[str, Any]:
    """The one video of the report, from a scan with a data folder of its own that logs all it can."""
    scan = subprocess.run(
        [
            *(sys.executable, "-m", "momentry_desk", "scan", str(SAMPLE)),
            *("--data", str(data), "--config", str(data / "momentry.toml"), "--faces", "yes", "--json", "-"),
        ],
        cwd=ROOT,
        env={**os.environ, "MOMENTRY_WEIGHTS": str(weights), "MOMENTRY_LOG": "debug"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert scan.returncode == 0, scan.stderr
    (found,) = json.loads(scan.stdout)["videos"]
    assert isinstance(found, dict)
    return found


def test_the_sample_is_scanned_without_a_complaint(video: dict[str, Any]) -> None:
    assert video["status"] == "completed"
    assert not video["error"]
    assert video["warnings"] == []
    assert video["duration_s"] == pytest.approx(13.0, abs=0.1)
    assert Path(video["path"]) == SAMPLE


def test_every_spoken_word_is_found(video: dict[str, Any]) -> None:
    segments = video["findings"]["speech"]
    assert [word for segment in segments for word in spoken(segment["text"])] == [
        word for _, sentence in SENTENCES for word in spoken(sentence)
    ]
    assert {segment["language"] for segment in segments} == {"en"}
    assert segments[0]["start"] == pytest.approx(SENTENCES[0][0], abs=TIMES_WITHIN_S)


def test_both_titles_are_read_letter_by_letter_and_nothing_else(video: dict[str, Any]) -> None:
    lines = video["findings"]["text"]
    assert [line["text"] for line in lines] == ["Find the moment", "每一个瞬间都在这里"]
    for line, (start, end) in zip(lines, (SHOTS[0], SHOTS[3]), strict=True):
        assert line["start"] == pytest.approx(start, abs=TIMES_WITHIN_S)
        assert line["end"] == pytest.approx(end, abs=TIMES_WITHIN_S)
        left, top, width, height = line["box"]
        assert left + width / 2 == pytest.approx(0.5, abs=0.05)
        assert top + height / 2 == pytest.approx(0.5, abs=0.05)


def test_the_two_people_are_told_apart(video: dict[str, Any]) -> None:
    faces = video["findings"]["faces"]
    seen: dict[int, list[dict[str, Any]]] = {}
    for face in faces:
        seen.setdefault(face["person"], []).append(face)
    assert len(seen) == 2
    shots = []
    for sightings in seen.values():
        start, end = min(face["start"] for face in sightings), max(face["end"] for face in sightings)
        (shot,) = (shot for shot in SHOTS[1:3] if shot[0] <= (start + end) / 2 <= shot[1])
        assert start == pytest.approx(shot[0], abs=TIMES_WITHIN_S)
        assert end == pytest.approx(shot[1], abs=TIMES_WITHIN_S)
        shots.append(shot)
    assert sorted(shots) == list(SHOTS[1:3])


def test_the_three_cuts_are_found(video: dict[str, Any]) -> None:
    scenes = [(scene["start"], scene["end"]) for scene in video["findings"]["scenes"]]
    assert len(scenes) == len(SHOTS)
    for found, true in zip(scenes, SHOTS, strict=True):
        assert found == pytest.approx(true, abs=CUTS_WITHIN_S)


def test_nothing_that_was_found_stands_in_a_log(video: dict[str, Any], data: Path) -> None:
    with closing(sqlite3.connect(data / "momentry.sqlite3")) as database:
        embeddings = [bytes(one) for (one,) in database.execute("SELECT embedding FROM finding_blobs") if one]
        tails = [str(tail) for (tail,) in database.execute("SELECT log_tail FROM attempts") if tail]
    assert len(embeddings) >= 2
    logs = [path.read_text("utf-8") for path in (data / "logs").rglob("*") if path.is_file()]
    assert any(logs)
    secret = ["welcome", "astronaut", "orange suit", "find the moment", "每一个瞬间"]
    for embedding in embeddings:
        first = array("f", embedding)[0]
        secret += [base64.b64encode(embedding[:24]).decode().lower(), embedding[:12].hex(), f"{first:.6f}"]
    for text in (*logs, *tails):
        assert not [one for one in secret if one in text.lower()]

"""The real clips as one library: what is known of them is found across files, and the same people are the same."""

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from momentry_desk.store.looking import DatabaseToRead
from momentry_desk.store.people import PeopleStore
from momentry_desk.store.videos import VideoStore

pytestmark = [pytest.mark.real_media, pytest.mark.weights, pytest.mark.timeout(900)]

ROOT = Path(__file__).resolve().parents[2]
HEADS = ("talking_head_grid.mp4", "prores_pcm.mov", "xvid_mp3.avi", "rotated90_phone.mov", "grid_mpeg1_mp2.mpg")
CROWD = ("crowd_1080p_h264.mp4", "vfr.mp4")
SPOKEN = ("jfk.flac", "jfk_titles_en_zh.mp4")


def run(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"MOMENTRY_DATA": str(data)}
    command = [sys.executable, "-m", "momentry_desk", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def library(real_media: Path, weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("library")
    for names, processors in ((HEADS, "face"), (CROWD, "face,ocr"), (SPOKEN, "asr,ocr")):
        paths = [str(real_media / name) for name in names]
        settings = ("--config", str(data / "momentry.toml"), "--faces", "yes")
        done = run(data, "scan", *settings, "--processors", processors, *paths)
        assert done.returncode == 0, done.stderr
    return data


def hits(library: Path, *query: str) -> list[tuple[str, str, float]]:
    found = json.loads(run(library, "search", "--json", *query).stdout)["hits"]
    return [(Path(hit["path"]).name, hit["text"], hit["start"]) for hit in found]


def test_what_is_said_and_written_is_found_at_its_second(library: Path) -> None:
    said = hits(library, '"ask not"')
    assert {name for name, _, _ in said} == set(SPOKEN)
    for _, text, start in said:
        assert "ask not what your country" in text
        assert start == pytest.approx(3.2, abs=0.5)
    for title in ("国", "国家", "不要问国家能为你做什么"):
        ((name, text, start),) = hits(library, title)
        assert (name, text) == ("jfk_titles_en_zh.mp4", "不要问国家能为你做什么")
        assert start == pytest.approx(5.0, abs=0.7)
    for wall in ("opera", '"royal opera house"'):
        assert {name for name, _, _ in hits(library, wall, "--kind", "text")} == set(CROWD)


def test_the_same_people_are_the_same_across_files(library: Path) -> None:
    database = DatabaseToRead(library)
    people = PeopleStore(database)
    names = {row.file_uuid: row.file_name for row in VideoStore(database).rows()}
    files: dict[int, set[str]] = {}
    first: dict[str, int] = {}
    thirds: dict[str, int] = {}
    for file_uuid, name in names.items():
        seen = people.in_video(file_uuid)
        for sighting in seen:
            files.setdefault(sighting.person_id, set()).add(name)
        if name in HEADS:
            first[name] = seen[0].person_id
        if name == "talking_head_grid.mp4":
            thirds[name] = seen[2].person_id
            assert len({sighting.person_id for sighting in seen}) == 4
    man = first["talking_head_grid.mp4"]
    assert files[man] == set(HEADS) - {"grid_mpeg1_mp2.mpg"}
    assert first["grid_mpeg1_mp2.mpg"] == thirds["talking_head_grid.mp4"] != man
    everywhere = [person for person, where in files.items() if set(CROWD) <= where]
    assert len(everywhere) >= 3
    assert all(files[person] <= set(CROWD) for person in everywhere)
    # The three in front are seen best.
    best = sorted(people.people(), key=lambda card: -card.seconds)
    assert len([card for card in best[:8] if card.person_id in everywhere]) >= 3


def test_clustering_is_right_for_every_labelled_face(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four persons of whom it is known who is seen when, in footage; a benchmark takes forty, in photographs. Pairs
    of sightings: precision is the part of those put together that belong together, recall the other way round."""
    people = PeopleStore(DatabaseToRead(library))
    labelled: list[tuple[str, int]] = []
    for row in VideoStore(DatabaseToRead(library)).rows():
        if row.file_name in HEADS:
            seen = people.in_video(row.file_uuid)
            # Who is on screen for three seconds each; the short clip shows the third of them alone.
            labels = [int(one.start + 0.5) // 3 for one in seen]
            if row.file_name == "grid_mpeg1_mp2.mpg":
                labels = [2] * len(seen)
            labelled += [(f"person {label}", one.person_id) for label, one in zip(labels, seen, strict=True)]
    pairs = list(combinations(labelled, 2))
    together = [one[0] == other[0] for one, other in pairs if one[1] == other[1]]
    belong = [one[1] == other[1] for one, other in pairs if one[0] == other[0]]
    precision, recall = sum(together) / len(together), sum(belong) / len(belong)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(labelled)} sightings of 4 persons: precision {precision:.3f}, recall {recall:.3f}\n"
        )
    assert len({label for label, _ in labelled}) == 4
    assert precision >= 0.98
    assert recall >= 0.8

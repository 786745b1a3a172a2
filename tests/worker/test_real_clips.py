"""The real clips through a real worker: what is known of them is found, and an interruption changes nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from momentry_desk.core.findings import FaceSighting, Finding, Scene
from momentry_desk.core.messages import Failed, Started, Succeeded
from momentry_desk.core.model import FailureKind
from tests.worker.workers import WorkerProcess

pytestmark = [pytest.mark.real_media, pytest.mark.weights]

PICTURE = ("face", "ocr", "scene")


@pytest.fixture(scope="module")
def warm() -> Iterator[WorkerProcess]:
    """One for all that only scan, from file to file as the queue's do: loading the models takes seconds."""
    worker = WorkerProcess()
    yield worker
    worker.end()


def _scan(worker: WorkerProcess, path: Path, weights: Path, *names: str) -> list[Finding]:
    worker.scan(path, names, path.name, weights)
    findings, last = worker.finish(path.name)
    assert isinstance(last, Succeeded), last
    return findings


def _faces(findings: list[Finding]) -> list[FaceSighting]:
    return sorted((f for f in findings if isinstance(f, FaceSighting)), key=lambda face: face.start)


def test_four_persons_and_four_scenes_stand_in_the_talking_heads(
    warm: WorkerProcess, real_media: Path, weights: Path
) -> None:
    findings = _scan(warm, real_media / "talking_head_grid.mp4", weights, "face", "scene")
    faces = _faces(findings)
    assert [face.person for face in faces] == [1, 2, 3, 4]
    for index, face in enumerate(faces):
        assert face.start == pytest.approx(index * 3, abs=0.5)
        assert face.end == pytest.approx(index * 3 + 3, abs=0.5)
        assert face.crop.startswith(b"\xff\xd8")
        assert np.linalg.norm(np.frombuffer(face.embedding, "<f4")) == pytest.approx(1, abs=1e-4)
    scenes = sorted((f for f in findings if isinstance(f, Scene)), key=lambda scene: scene.start)
    assert [scene.start for scene in scenes] == pytest.approx([0, 3, 6, 9], abs=0.2)


def test_the_face_of_the_turned_phone_is_upright_and_known_from_the_other_clip(
    warm: WorkerProcess, real_media: Path, weights: Path
) -> None:
    turned = _faces(_scan(warm, real_media / "rotated90_phone.mov", weights, "face"))[0]
    straight = _faces(_scan(warm, real_media / "talking_head_grid.mp4", weights, "face"))[0]
    one, other = (np.frombuffer(face.embedding, "<f4") for face in (turned, straight))
    assert float(one @ other) > 0.9
    assert turned.box.left == pytest.approx(straight.box.left, abs=0.03)
    assert turned.box.top == pytest.approx(straight.box.top, abs=0.03)


@pytest.mark.parametrize("name", ["audio_only.m4a", "cover_art.mp3", "jfk.flac"])
def test_sound_and_cover_art_give_nothing_to_see(
    warm: WorkerProcess, real_media: Path, weights: Path, name: str
) -> None:
    assert _scan(warm, real_media / name, weights, *PICTURE) == []


@pytest.mark.parametrize(
    "name",
    [
        "prores_pcm.mov",
        "xvid_mp3.avi",
        "grid_mpeg1_mp2.mpg",
        "alpha_vp9.webm",
        "crowd_av1_opus.mkv",
        "vfr.mp4",
        "one_frame.mp4",
        "silent_audio_track.mp4",
    ],
)
def test_every_container_is_scanned_to_its_end(
    warm: WorkerProcess, real_media: Path, weights: Path, name: str
) -> None:
    findings = _scan(warm, real_media / name, weights, "face", "scene")
    assert any(isinstance(finding, Scene) for finding in findings)


@pytest.mark.parametrize(
    "name", ["truncated_no_moov.mp4", "garbage.mp4", "text_renamed.mp4", "zero_bytes.mp4", "README.md"]
)
def test_what_is_no_media_fails_with_a_reason(
    warm: WorkerProcess, real_media: Path, weights: Path, name: str
) -> None:
    warm.scan(real_media / name, PICTURE, "bad", weights)
    findings, last = warm.finish("bad")
    assert isinstance(last, Failed)
    assert last.failure.kind is FailureKind.SOURCE_INVALID
    assert name in last.failure.message
    assert findings == []


def test_damage_is_told_and_both_its_sides_are_scanned(
    warm: WorkerProcess, real_media: Path, weights: Path
) -> None:
    warm.notices.clear()
    warm.scan(real_media / "bitflipped.mp4", ("ocr", "asr"), "hurt", weights)
    warm.wait_for(Started)
    findings, last = warm.finish("hurt")
    assert isinstance(last, Succeeded)
    assert len(warm.notices) == 2
    assert all("bitflipped.mp4 are damaged or missing" in text for text in warm.notices)
    assert min(finding.start for finding in findings) < 1
    assert max(finding.end for finding in findings) > 9


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("name", "cut"), [("talking_head_grid.mp4", 60), ("jfk_titles_en_zh.mp4", 80)])
def test_findings_after_a_kill_equal_those_of_an_undisturbed_scan(
    start_worker: Callable[..., WorkerProcess], real_media: Path, weights: Path, name: str, cut: int
) -> None:
    undisturbed = _scan(start_worker(), real_media / name, weights, *PICTURE)
    killed = start_worker(eager=True)
    killed.scan(real_media / name, PICTURE, "first", weights)
    stored, marks = killed.until_chunk(cut, "first")
    killed.process.kill()
    after = start_worker()
    after.scan(real_media / name, PICTURE, "second", weights, checkpoints=tuple(marks.values()))
    rest, last = after.finish("second")
    assert isinstance(last, Succeeded)
    assert sorted(map(repr, (*stored, *rest))) == sorted(map(repr, undisturbed))

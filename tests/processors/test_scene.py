"""Shots begin where the picture cuts, flashes aside."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from momentry_desk.core.findings import Scene
from momentry_desk.core.model import MediaInfo
from momentry_desk.processors.base import Context, ProcessorTrouble
from momentry_desk.processors.frames import FrameStream
from momentry_desk.processors.scene import SceneProcessor
from tests.processors.clips import make_clip

INFO = MediaInfo("mov", 4.0, has_video=True, has_audio=False)
BLUE, RED, GREEN = (200, 60, 40), (40, 60, 200), (60, 220, 60)


def _scenes(path: Path) -> list[Scene]:
    run = SceneProcessor().begin(Context(INFO))
    stream = FrameStream(str(path))
    found = [scene for time_s, frame in stream.frames() for scene in run.feed(time_s, frame)]
    found += run.finish(stream.end_s)
    return [scene for scene in found if isinstance(scene, Scene)]


def test_each_cut_begins_a_scene_and_the_last_ends_with_the_footage(tmp_path: Path) -> None:
    scenes = _scenes(make_clip(tmp_path / "a.mp4", [(1.0, BLUE), (1.5, RED), (1.0, GREEN)]))
    assert [scene.start for scene in scenes] == pytest.approx([0, 1.0, 2.5], abs=0.1)
    assert [scene.end for scene in scenes] == pytest.approx([1.0, 2.5, 3.5], abs=0.1)


def test_the_thumbnail_shows_its_own_scene(tmp_path: Path) -> None:
    for scene, colour in zip(
        _scenes(make_clip(tmp_path / "a.mp4", [(1.0, BLUE), (1.0, RED)])), (BLUE, RED), strict=True
    ):
        picture = cv2.imdecode(np.frombuffer(scene.thumbnail, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture[-20:].mean(axis=(0, 1)) == pytest.approx(colour, abs=15)


def test_a_flash_is_no_scene(tmp_path: Path) -> None:
    scenes = _scenes(make_clip(tmp_path / "a.mp4", [(0.3, BLUE), (0.1, GREEN), (1.6, BLUE)]))
    assert len(scenes) == 1


def test_a_bad_threshold_is_named() -> None:
    with pytest.raises(ProcessorTrouble, match=r"processors\.scene\.threshold .* from 1 to 255, not 0"):
        SceneProcessor().begin(Context(INFO, options={"threshold": 0}))

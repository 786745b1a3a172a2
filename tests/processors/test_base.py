"""Processors are found by name, the third parties' too, and what cannot be loaded says why."""

import importlib.metadata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from momentry_desk.core.model import BUILTIN_PROCESSORS, MediaInfo
from momentry_desk.processors import base


def test_the_built_in_table_is_the_one_of_the_core() -> None:
    assert tuple(base.BUILTIN) == BUILTIN_PROCESSORS
    assert base.processor_names()[: len(BUILTIN_PROCESSORS)] == BUILTIN_PROCESSORS


@pytest.mark.parametrize("name", BUILTIN_PROCESSORS)
def test_each_built_in_processor_keeps_the_protocol(name: str) -> None:
    processor = base.load_processor(name)
    assert processor.name == name
    assert processor.version
    assert processor.stream == ("audio" if name == "asr" else "video")
    assert all(isinstance(model, str) for model in processor.models({}))


class Third:
    name = "third"
    version = "7"
    stream: Any = "video"

    def models(self, _options: Mapping[str, Any]) -> tuple[str, ...]:
        return ()

    def begin(self, context: base.Context) -> Any:
        return None


def broken() -> None:
    raise RuntimeError("no licence found")


def _register(monkeypatch: pytest.MonkeyPatch, name: str, attribute: str) -> None:
    point = importlib.metadata.EntryPoint(name, f"{__name__}:{attribute}", base.ENTRY_POINT_GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: (point,))
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda self: globals()[attribute])


def test_a_third_party_adds_a_processor_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, "third", "Third")
    assert "third" in base.processor_names()
    assert base.load_processor("third").version == "7"


def test_a_third_party_does_not_take_a_built_in_name(monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, "scene", "Third")
    assert base.load_processor("scene").name == "scene"


def test_a_processor_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, "broken", "broken")
    with pytest.raises(base.UnknownProcessor, match="no licence found"):
        base.load_processor("broken")
    with pytest.raises(base.UnknownProcessor, match="There is no processor called nothing"):
        base.load_processor("nothing")


def test_a_context_without_weights_misses_every_model() -> None:
    context = base.Context(MediaInfo("mov", 1.0, has_video=True, has_audio=False))
    with pytest.raises(base.MissingModel, match="momentry-desk models install yunet"):
        context.weights("yunet")
    found = base.Context(context.media, find_weights=lambda name: Path("/weights") / name)
    assert found.weights("yunet") == Path("/weights/yunet")

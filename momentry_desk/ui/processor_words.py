"""The words of what can be set about the processors, in the language of the window."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from momentry_desk.ui.spoken_languages import languages

translate = QCoreApplication.translate


class SettingWords(NamedTuple):
    """`help` is a sentence. `unit` stands behind a number. `choices` are what may be chosen, each with its name,
    and `special` the names of single numbers. `unset` says what serves while nothing is set."""

    label: str
    help: str
    unit: str = ""
    choices: Mapping[str, str] = MappingProxyType({})
    special: Mapping[float, str] = MappingProxyType({})
    unset: str = ""


def group_name(group: str) -> str:
    match group:
        case "face":
            return translate("Settings", "Faces")
        case "asr":
            return translate("Settings", "Speech")
        case "ocr":
            return translate("Settings", "On-screen text")
        case "scene":
            return translate("Settings", "Scenes")
        case "notices":
            return translate("Settings", "Notifications")
        case "updates":
            return translate("Settings", "Newer versions")
        case _:
            return ""


def processors() -> dict[str, SettingWords]:
    presets = {
        "fast": translate("Settings", "Fast"),
        "balanced": translate("Settings", "Balanced"),
        "thorough": translate("Settings", "Thorough"),
    }
    device = SettingWords(
        translate("Settings", "Runs on"),
        translate("Settings", "Automatic takes the graphics card where CUDA is found."),
        choices={
            "auto": translate("Settings", "Automatic"),
            "cpu": translate("Settings", "Processor (CPU)"),
            "cuda": translate("Settings", "Graphics card (CUDA)"),
        },
        unset=translate("Settings", "Automatic"),
    )
    seconds = translate("Settings", " s", "seconds")
    pixels = translate("Settings", " px", "pixels")
    as_preset = translate("Settings", "As the preset says")
    balanced = translate("Settings", "Balanced")
    preset = translate("Settings", "Preset")
    interval = translate("Settings", "Look every")
    side = translate("Settings", "Size of the picture")
    larger = translate("Settings", "The longer side to which a picture is brought; larger finds smaller things.")
    return {
        "processors.default": SettingWords(
            translate("Settings", "Look for"),
            translate("Settings", "What a new scan looks for. Scans that wait already keep what they were given."),
            choices={
                "face": group_name("face"),
                "asr": group_name("asr"),
                "ocr": group_name("ocr"),
                "scene": group_name("scene"),
            },
        ),
        "processors.face.preset": SettingWords(
            preset,
            translate(
                "Settings", "Thorough looks twice as often and finds smaller faces, at twice the cost or more."
            ),
            choices=presets,
            unset=balanced,
        ),
        "processors.face.interval_s": SettingWords(
            interval,
            translate("Settings", "The time between two pictures in which faces are looked for."),
            seconds,
            unset=as_preset,
        ),
        "processors.face.detection_side": SettingWords(side, larger, pixels, unset=as_preset),
        "processors.asr.preset": SettingWords(
            preset,
            translate(
                "Settings", "Fast is weaker where several people talk; thorough hears the longest stretches."
            ),
            choices=presets,
            unset=balanced,
        ),
        "processors.asr.language": SettingWords(
            translate("Settings", "Spoken language"),
            translate("Settings", "Detected in each video, unless you know that all are in one language."),
            choices=languages(),
            unset=translate("Settings", "Detected"),
        ),
        "processors.asr.model": SettingWords(
            translate("Settings", "Model"),
            translate(
                "Settings",
                "Tiny knows English only: more than twice as fast, and much weaker in noise. Small and large make "
                "fewer errors and are slower; they are fetched below.",
            ),
            choices={
                "base": "Whisper base",
                "tiny.en": "Whisper tiny.en",
                "small": "Whisper small",
                "large-v3-turbo": "Whisper large v3 turbo",
            },
            unset="Whisper base",
        ),
        "processors.asr.device": device,
        "processors.ocr.device": device,
        "processors.asr.beam": SettingWords(
            translate("Settings", "Readings compared"),
            translate("Settings", "How many readings of a sentence are followed at once; more is slower."),
            unset=as_preset,
        ),
        "processors.asr.silence": SettingWords(
            translate("Settings", "Silence that parts speech"),
            translate("Settings", "Speech is recognised together until it pauses for so long."),
            seconds,
            unset=as_preset,
        ),
        "processors.asr.glossary": SettingWords(
            translate("Settings", "Names and terms"),
            translate(
                "Settings", "Speech recognition is told them, so that it writes them as you do; with commas."
            ),
            unset=translate("Settings", "None"),
        ),
        "processors.ocr.preset": SettingWords(
            preset,
            translate(
                "Settings", "Thorough reads twice as often and finds smaller text, at twice the cost or more."
            ),
            choices=presets,
            unset=balanced,
        ),
        "processors.ocr.interval": SettingWords(
            interval,
            translate("Settings", "The time between two pictures that are read."),
            seconds,
            unset=as_preset,
        ),
        "processors.ocr.detection_side": SettingWords(side, larger, pixels, unset=as_preset),
        "processors.scene.preset": SettingWords(
            preset,
            translate("Settings", "Thorough misses fewer cuts, and takes more movement for one."),
            choices=presets,
            unset=balanced,
        ),
        "processors.scene.threshold": SettingWords(
            translate("Settings", "Change that is a cut"),
            translate("Settings", "How much of the picture must change, of 255; smaller finds more cuts."),
            unset=as_preset,
        ),
        "processors.scene.interval_s": SettingWords(
            interval,
            translate("Settings", "The time between two pictures that are compared."),
            seconds,
            special={0: translate("Settings", "Every picture")},
            unset=as_preset,
        ),
    }

"""The sentences that the engine and its workers say to a person, each with a code to translate it by.

They cross pipes and lie in the database as plain English. `recognised` finds code and parts again, so a window can
say the same in another language, for what was kept by an older version too.
"""

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple


class Said(StrEnum):
    """What is said."""

    PICTURE_LOST = "picture_lost"
    SOUND_LOST = "sound_lost"
    PICTURE_UNREADABLE = "picture_unreadable"
    SOUND_UNREADABLE = "sound_unreadable"
    UNDECODABLE = "undecodable"
    NOTHING_IN_FORMAT = "nothing_in_format"
    A_FOLDER = "a_folder"
    NO_ORDINARY_FILE = "no_ordinary_file"
    EMPTY = "empty"
    GONE = "gone"
    NOT_PERMITTED = "not_permitted"
    DEVICE_ERROR = "device_error"
    CUT_SHORT = "cut_short"
    NO_MEDIA = "no_media"
    NO_STREAM = "no_stream"
    CONTENT_CHANGED = "content_changed"
    NO_MEMORY = "no_memory"
    NO_MEMORY_TO_LOAD = "no_memory_to_load"
    FAULT = "fault"
    SCAN_NOT_STARTED = "scan_not_started"
    PROCESS_NOT_STARTED = "process_not_started"
    RUBBISH = "rubbish"
    MEMORY_RAN_OUT = "memory_ran_out"
    CRASHED = "crashed"
    NO_RESULT = "no_result"
    TOO_LONG = "too_long"
    HUNG = "hung"
    OUT_OF_STEP = "out_of_step"
    UNCLEAN_ENDS = "unclean_ends"
    MANY_MISSING = "many_missing"
    MANY_UNREADABLE = "many_unreadable"
    MANY_WITHOUT_MODEL = "many_without_model"
    MANY_OUT_OF_MEMORY = "many_out_of_memory"
    MANY_FAILED = "many_failed"
    BATTERY = "battery"
    NO_SECTION = "no_section"
    NO_VALUE_BUT_SECTION = "no_value_but_section"
    NO_SETTING = "no_setting"
    VALUE_NOT_TAKEN = "value_not_taken"
    SETTINGS_UNREADABLE = "settings_unreadable"
    SETTINGS_NOT_TEXT = "settings_not_text"
    SETTINGS_NOT_TOML = "settings_not_toml"
    CLIP_EXISTS = "clip_exists"
    CLIP_NOT_WRITTEN = "clip_not_written"
    CLIP_NO_ROOM = "clip_no_room"
    CLIP_NO_FOLDER = "clip_no_folder"
    CLIP_NOT_PERMITTED = "clip_not_permitted"
    CLIP_NO_RANGE = "clip_no_range"
    CLIP_BEYOND_END = "clip_beyond_end"
    CLIP_WRONG_ENDING = "clip_wrong_ending"
    CLIP_NOT_EXACT = "clip_not_exact"
    CLIP_NOT_COPIED = "clip_not_copied"
    CLIP_ON_ITSELF = "clip_on_itself"
    CLIP_BROKEN_OFF = "clip_broken_off"
    GLOSSARY_TOO_LONG = "glossary_too_long"
    GLOSSARY_TOO_MANY = "glossary_too_many"
    GLOSSARY_TERM_TOO_LONG = "glossary_term_too_long"
    GLOSSARY_CUT = "glossary_cut"
    GLOSSARY_NO_LIST = "glossary_no_list"


#: In English. `{file}` is a file's name, other parts are named for what they are.
TEXTS: dict[Said, str] = {
    Said.PICTURE_LOST: (
        "{seconds} s of the picture of {file} are damaged or missing. What could be read was scanned."
    ),
    Said.SOUND_LOST: "{seconds} s of the sound of {file} are damaged or missing. What could be read was scanned.",
    Said.PICTURE_UNREADABLE: "The picture of {file} could not be decoded; the rest was scanned.",
    Said.SOUND_UNREADABLE: "The sound of {file} could not be decoded; the rest was scanned.",
    Said.UNDECODABLE: "{file} could not be decoded at all: it is damaged, or its format is not supported.",
    Said.NOTHING_IN_FORMAT: "{file} holds no video or sound ({format}).",
    Said.A_FOLDER: "{file} is a folder, not a file.",
    Said.NO_ORDINARY_FILE: "{file} is no ordinary file.",
    Said.EMPTY: "{file} is empty: it holds no data at all. Copy it again from where it came.",
    Said.GONE: "{file} is not there any more. Connect the drive it is on, or add it again from its new place.",
    Said.NOT_PERMITTED: (
        "{file} may not be read: you lack the permission. Change the file's permissions, then try again."
    ),
    Said.DEVICE_ERROR: "{file} could not be read ({why}). Check the drive it is on.",
    Said.CUT_SHORT: (
        "{file} is cut short: its index (moov) is missing, so nothing in it can be found. "
        "Copy it again from the card or the camera."
    ),
    Said.NO_MEDIA: "{file} holds no video or sound that can be read: it is damaged, or it is no media file.",
    Said.NO_STREAM: "{file} holds no video or sound that can be read.",
    Said.CONTENT_CHANGED: ("{file} is not what it was when it was added: its content has changed. Add it again."),
    Said.NO_MEMORY: (
        "There was not enough memory to scan {file}. Close other programs, or scan fewer files at once."
    ),
    Said.NO_MEMORY_TO_LOAD: (
        "There was not enough memory to load what a scan needs. Close other programs, then try again."
    ),
    Said.FAULT: "Scanning {file} failed inside the program ({fault}).",
    Said.SCAN_NOT_STARTED: "The scan could not be started ({fault}).",
    Said.PROCESS_NOT_STARTED: "The scanning process could not be started: {why}",
    Said.RUBBISH: (
        "The scanning process broke off while it scanned {file}: it sent something that cannot be read ({why})."
    ),
    Said.MEMORY_RAN_OUT: (
        "The memory ran out while {file} was scanned. Close other programs, or scan fewer at once."
    ),
    Said.CRASHED: ("The scanning process crashed while it scanned {file} ({signal}). The details hold its log."),
    Said.NO_RESULT: (
        "The scanning process ended in the middle of {file} without a result (exit code {code}). "
        "The details hold its log."
    ),
    Said.TOO_LONG: "{file} was scanned for longer than {seconds} seconds. Raise queue.task_timeout for long files.",
    Said.HUNG: "The scanning process hung while it scanned {file}: no word in {seconds} seconds.",
    Said.OUT_OF_STEP: "The results of {file} did not follow what was stored before.",
    Said.UNCLEAN_ENDS: (
        "The program or the machine ended {count} times in a row while it scanned {file}, each time before anything"
        " new was found. See whether another program can play it; Retry tries again."
    ),
    Said.MANY_MISSING: "{count} files in a row are not there. Is a drive or a share gone?",
    Said.MANY_UNREADABLE: "{count} files in a row could not be read. Is a drive or a share in trouble?",
    Said.MANY_WITHOUT_MODEL: (
        "A model is missing, so {count} scans in a row failed. `momentry-desk models install` fetches it."
    ),
    Said.MANY_OUT_OF_MEMORY: (
        "The memory ran out {count} times in a row. Close other programs, or scan fewer at once."
    ),
    Said.MANY_FAILED: ("{count} scans in a row failed in the same way. The details of the last one say how."),
    Said.BATTERY: ("The battery is at {percent} %; scans start again from {bound} % or on mains power."),
    Said.NO_SECTION: "[{section}] is not a section of this program's settings",
    Said.NO_VALUE_BUT_SECTION: "{section} should be a section, not a single value",
    Said.NO_SETTING: "{key} is not a setting of [{section}]",
    Said.VALUE_NOT_TAKEN: "{key} = {value} was not taken: {why}",
    Said.SETTINGS_UNREADABLE: "{path} could not be read: {why}.",
    Said.SETTINGS_NOT_TEXT: "{path} is not a text file in UTF-8.",
    Said.SETTINGS_NOT_TOML: "{path} is not valid TOML: {why}.",
    Said.CLIP_EXISTS: "{path} exists already. Choose another name, or allow it to be replaced.",
    Said.CLIP_NOT_WRITTEN: "The clip {path} could not be written: {why}.",
    Said.CLIP_NO_ROOM: (
        "There is no room for the clip {path}: its disk is full. Free some space, or choose another folder."
    ),
    Said.CLIP_NO_FOLDER: "The folder of {path} is not there. Choose another one.",
    Said.CLIP_NOT_PERMITTED: "You lack the permission to write {path}. Choose another folder.",
    Said.CLIP_NO_RANGE: "A clip's end must lie behind its beginning.",
    Said.CLIP_BEYOND_END: "{file} has neither picture nor sound at that time: it ends before.",
    Said.CLIP_WRONG_ENDING: "{path} does not end in what a clip can be: {endings}.",
    Said.CLIP_NOT_EXACT: "An exact clip cannot be a {ending} file. Choose {endings}.",
    Said.CLIP_NOT_COPIED: (
        "A {ending} file cannot hold the picture or the sound of {file} as they are. "
        "Choose another kind of file, or have it encoded again."
    ),
    Said.CLIP_ON_ITSELF: "A clip cannot take the place of the file that it is cut from. Choose another name.",
    Said.CLIP_BROKEN_OFF: "Cutting {file} broke off: the process that did it ended. Nothing was written.",
    Said.GLOSSARY_TOO_LONG: (
        "The glossary has {letters} letters; the speech model takes in {most} at most. Leave out what it hears "
        "rightly anyway."
    ),
    Said.GLOSSARY_TOO_MANY: "The glossary has {count} entries; {most} is the most.",
    Said.GLOSSARY_TERM_TOO_LONG: "“{term}” is too long for the glossary: an entry has {most} letters at most.",
    Said.GLOSSARY_NO_LIST: 'The glossary should be a list of words: glossary = ["Momentry", "Ana Ruiz"].',
    Said.GLOSSARY_CUT: (
        "The speech model could not take in the whole glossary: it was told the first {count} entries."
    ),
}


class Sentence(NamedTuple):
    """A sentence taken apart."""

    code: Said
    parts: dict[str, str]


def say(code: Said, /, **parts: object) -> str:
    """The English sentence. Raises `KeyError` where a part is missing."""
    return TEXTS[code].format(**parts)


def recognised(text: str) -> Sentence | None:
    """Which sentence this is; None for one of nobody here (a third party's processor, the system)."""
    for code, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return Sentence(code, found.groupdict())
    return None


@cache
def _patterns() -> tuple[tuple[Said, re.Pattern[str]], ...]:
    # The ones with most words of their own first: a part must not swallow the words of another sentence.
    by_length = sorted(TEXTS.items(), key=lambda one: -len(re.sub(r"\{\w+\}", "", one[1])))
    return tuple((code, _pattern(text)) for code, text in by_length)


def _pattern(text: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", text)
    # Every second piece is the name of a part.
    made = [f"(?P<{piece}>.+)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces)]
    return re.compile("".join(made), re.DOTALL)

"""Subtitles as files: SubRip and WebVTT, written by pysubs2."""

from collections.abc import Iterable
from typing import Literal

import pysubs2

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.export.cues import flow

#: pysubs2 takes these for commands of its own format and drops them: they travel as characters that no text has
#: (Unicode's private use area).
_COMMANDS = {"{": "\ue0f0", "}": "\ue0f1", "\\": "\ue0f2"}
#: Invisible and without width: keeps "<" from beginning a tag in SubRip, which knows no escapes.
_JOINER = "\u2060"


def subtitles(segments: Iterable[SpeechSegment], form: Literal["srt", "vtt"]) -> str:
    """The whole file's text; what was said comes out as it was said. Times are rounded to the millisecond, as both
    formats hold them."""
    file = pysubs2.SSAFile()
    for cue in flow(segments):
        lines = (_safe(line, form) for line in cue.lines)
        file.append(pysubs2.SSAEvent(round(cue.start * 1000), round(cue.end * 1000), "\\N".join(lines)))
    return str(file.to_string(form)).translate({ord(stand_in): char for char, stand_in in _COMMANDS.items()})


def _safe(line: str, form: Literal["srt", "vtt"]) -> str:
    line = line.translate({ord(char): stand_in for char, stand_in in _COMMANDS.items()})
    if form == "vtt":
        # https://www.w3.org/TR/webvtt1/#webvtt-cue-text-span
        return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return line.replace("<", f"<{_JOINER}").replace("-->", f"--{_JOINER}>")

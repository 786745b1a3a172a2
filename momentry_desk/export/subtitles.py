"""Subtitles as files: SubRip and WebVTT, written by pysubs2."""

from collections.abc import Iterable
from typing import Literal

import pysubs2

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.export.cues import flow


def subtitles(segments: Iterable[SpeechSegment], form: Literal["srt", "vtt"]) -> str:
    """The whole file's text. Times are rounded to the millisecond, as both formats hold them."""
    file = pysubs2.SSAFile()
    for cue in flow(segments):
        event = pysubs2.SSAEvent(start=round(cue.start * 1000), end=round(cue.end * 1000))
        # Plain text: braces and backslashes that somebody said or wrote are no commands.
        event.plaintext = "\n".join(cue.lines)
        file.append(event)
    return str(file.to_string(form))

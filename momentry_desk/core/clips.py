"""A part of a file as a file of its own: what is wished for, and what came of it."""

import os

import msgspec

#: What a clip can be, by the end of its name: FFmpeg's name of the format.
FORMATS = {
    ".mp4": "mp4",
    ".m4v": "mp4",
    ".mov": "mov",
    ".mkv": "matroska",
    ".webm": "webm",
    ".m4a": "mp4",
    ".mka": "matroska",
}
#: Those of them that hold H.264 and AAC.
EXACT_ENDINGS = (".mp4", ".m4v", ".mov", ".mkv", ".m4a", ".mka")


class ClipWish(msgspec.Struct, frozen=True):
    """What is seen and heard in `path` from `from_s` to `to_s` (seconds), both pictures included, as `output`.

    Without `exact` packets are copied: at once, without loss, from the key frame before `from_s` on. With it all is
    encoded again. `audio_track` is the number of the one sound track to take, None for all. Paths may carry any
    bytes, written as `core.paths` does.
    """

    path: str
    from_s: float
    to_s: float
    output: str
    exact: bool = False
    audio_track: int | None = None
    overwrite: bool = False


class ClipMade(msgspec.Struct, frozen=True):
    """A clip that is there: it holds its source from `begin_s` to `end_s`."""

    output: str
    begin_s: float
    end_s: float


def draft_beside(output: str, token: str) -> str:
    """The name under which a clip is written, in the folder of `output`; `token` makes it the only one."""
    folder, name = os.path.split(output)
    return os.path.join(folder, f".{name[:40]}.{token}.part")  # noqa: PTH118 - any bytes in the name


def seconds_of(text: str) -> float:
    """Seconds from "12.5", "0:12.5" or "1:02:03.4". Raises `ValueError` for anything else."""
    parts = text.strip().split(":")
    if not 1 <= len(parts) <= 3:
        raise ValueError(text)
    whole = [int(part) if part.isascii() and part.isdigit() else -1 for part in parts[:-1]]
    last = parts[-1]
    if not last or any(letter not in "0123456789." for letter in last):
        raise ValueError(text)
    seconds = float(last)
    if -1 in whole or any(part > 59 for part in whole[1:]) or (whole and seconds >= 60):
        raise ValueError(text)
    for place, part in enumerate(reversed(whole), start=1):
        seconds += part * 60.0**place
    return seconds

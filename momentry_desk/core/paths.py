"""Paths as text that JSON and SQLite can carry, whatever bytes the file system allows in a name.

Python hands undecodable bytes (and, on Windows, halves of surrogate pairs) as lone surrogates, which are no valid
text. A path with none of them is its own text. Any other becomes "bytes:" and the path with each lone surrogate as
`%` and four hexadecimal digits of its code, and each `%` as `%0025`. Absolute paths never begin with "bytes:".
"""

import os
import re

_PREFIX = "bytes:"
_ODD = re.compile("[\ud800-\udfff%]")
#: Control characters, and those that turn the direction of what follows (Unicode, UAX #9).
_COMMANDS = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_ESCAPE = re.compile("%([0-9A-Fa-f]{4})")


def path_to_text(path: str) -> str:
    """Text for messages and the database; `path_from_text` gives `path` back exactly."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        pass
    else:
        if not path.startswith(_PREFIX):
            return path
    return _PREFIX + _ODD.sub(lambda match: f"%{ord(match[0]):04X}", path)


def path_from_text(text: str) -> str:
    """The path to hand to the operating system."""
    if not text.startswith(_PREFIX):
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text.removeprefix(_PREFIX))


def readable(text_or_path: str) -> str:
    """Text that can be written down: never raises when encoded, odd bytes as a question mark."""
    return path_from_text(text_or_path).encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def name_of(text_or_path: str) -> str:
    """The file's own name as a person reads it in a line."""
    return in_a_line(readable(os.path.basename(path_from_text(text_or_path))))  # noqa: PTH119 - any bytes in the name


def in_a_line(text: str) -> str:
    """`text` without signs that break the line, command a terminal, or turn the words behind them around."""
    return _COMMANDS.sub("\ufffd", text)

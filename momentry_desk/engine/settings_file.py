"""momentry.toml: read, looked at for a person's edits, written with the person's comments kept.

A file that cannot be understood is never written over, and never stops the program: the defaults serve meanwhile.
"""

import contextlib
import errno
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import tomlkit
import tomlkit.exceptions
from tomlkit.container import Container
from tomlkit.items import AoT, Item, Table

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import FIELD_OF, SettingProblem, Settings, from_mapping
from momentry_desk.engine.errors import SettingsRefused

#: The document, or a part of it that stands for a section.
_Section: TypeAlias = "dict[str, Any]"

#: No settings are so large, and reading what is would hold the program up. 1 MiB.
_MAX_BYTES = 1024 * 1024


class SettingsFile:
    """`settings` and `problems` are those of the last `read`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = Settings()
        self.problems: tuple[SettingProblem, ...] = ()
        self._seen: tuple[int, int] | None = None
        self.read()

    def read(self) -> Settings:
        """Read the file anew. Without a file: the defaults."""
        self._seen = self._look()
        try:
            text = self._text()
            data = tomllib.loads(text)
        except FileNotFoundError:
            self.settings, self.problems = Settings(), ()
        except (OSError, ValueError, RecursionError) as error:
            self.settings = Settings()
            self.problems = (_broken(self.path, error),)
        else:
            self.settings, problems = from_mapping(data)
            self.problems = tuple(
                msgspec.structs.replace(problem, line=_line_of(text, problem.key)) for problem in problems
            )
        return self.settings

    def edited(self) -> bool:
        """Whether somebody changed the file since it was read."""
        return self._look() != self._seen

    def write_tables(self, key: str, rows: Sequence[msgspec.Struct]) -> Settings:
        """Put a list of tables in, such as the watched folders, one a line. Raises as `write` does."""
        lines = tomlkit.array()
        for row in rows:
            table = tomlkit.inline_table()
            for field in msgspec.structs.fields(row):
                value = getattr(row, field.name)
                if field.required or value != field.default:
                    table[field.encode_name] = list(value) if isinstance(value, tuple) else value
            lines.append(table)
        return self._write({key: lines.multiline(multiline=True)})

    def write(self, changes: Mapping[str, SettingValue | None]) -> Settings:
        """Put values in by dotted key, comments and order kept; None takes a value out, so that the default serves.
        Raises `SettingsRefused`, the file untouched."""
        return self._write(changes)

    def _write(self, changes: Mapping[str, object]) -> Settings:
        try:
            text = self._text()
        except FileNotFoundError:
            text = ""
        except (OSError, ValueError) as error:
            raise SettingsRefused(f"{_broken(self.path, error).message} {say(Said.NOTHING_WRITTEN)}") from error
        # TOML takes both ends of a line, and the person's own stay.
        ending = "\r\n" if "\r\n" in text else "\n"
        try:
            document = tomlkit.parse(text.replace("\r\n", "\n"))
            for key, value in changes.items():
                if value is None:
                    _take_out(document, key)
                else:
                    _put(document, key.split("."), list(value) if isinstance(value, tuple) else value)
            new = tomlkit.dumps(document)
            _, problems = from_mapping(tomllib.loads(new))
        except (tomlkit.exceptions.TOMLKitError, ValueError, RecursionError) as error:
            raise SettingsRefused(f"{_broken(self.path, error).message} {say(Said.NOTHING_WRITTEN)}") from error
        for problem in problems:
            # A value that was bad before stays as the person wrote it; a new bad one is not taken.
            if any(key == problem.key or key.startswith(f"{problem.key}.") for key in changes):
                raise SettingsRefused(problem.message)
        try:
            self._replace(new.replace("\n", ending))
        except OSError as error:
            raise SettingsRefused(say(Said.FILE_NOT_WRITTEN, path=self.path, why=error.strerror)) from error
        return self.read()

    def _text(self) -> str:
        """As it is, but for a mark at the beginning. Raises `OSError` or `ValueError`."""
        status = self.path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            # Reading a pipe or a device could take for ever.
            raise OSError(errno.EINVAL, "it is no ordinary file")
        if status.st_size > _MAX_BYTES:
            raise OSError(errno.EFBIG, "it is larger than 1 MiB")
        with self.path.open(encoding="utf-8-sig", newline="") as file:
            return file.read()

    def _replace(self, text: str) -> None:
        # Through a link to the file itself: people keep their settings elsewhere and link to them.
        target = Path(os.path.realpath(self.path))
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".momentry-", suffix=".toml")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _look(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def _put(table: "_Section", keys: list[str], value: object) -> None:
    for key in keys[:-1]:
        if key not in table:
            table[key] = tomlkit.table()
        inner = table[key]
        # Not all that stand for sections are `Table`: one may be written in a line, or in parts between others.
        if not isinstance(inner, dict):
            raise ValueError(f"{key} should be a section, not a single value")
        table = inner
    if isinstance(table.get(keys[-1]), AoT):
        # Written as [[…]] by hand. In its place a plain value would fall to the table before it.
        del table[keys[-1]]
    table[keys[-1]] = value


def _take_out(document: tomlkit.TOMLDocument, key: str) -> None:
    table: _Section = document
    *sections, name = key.split(".")
    for section in sections:
        inner = table.get(section)
        if not isinstance(inner, dict):
            return
        table = inner
    default = FIELD_OF[key].default if key in FIELD_OF else None
    # Of a value in a line by itself the item is asked for: the value of a plain `true` knows no comment.
    item = table.item(name) if name in table and isinstance(table, Container | Table) else None
    if isinstance(item, Item) and item.trivia.comment and default is not None:
        # A person's remark stands behind it, which would go with the line.
        table[name] = list(default) if isinstance(default, tuple) else default
    else:
        table.pop(name, None)


def _broken(path: Path, error: Exception) -> SettingProblem:
    if isinstance(error, OSError):
        return SettingProblem("", say(Said.SETTINGS_UNREADABLE, path=path, why=error.strerror))
    if isinstance(error, UnicodeDecodeError):
        return SettingProblem("", say(Said.SETTINGS_NOT_TEXT, path=path))
    if isinstance(error, RecursionError):
        return SettingProblem(
            "", say(Said.SETTINGS_NOT_TOML, path=path, why="brackets stand too deep in one another")
        )
    found = re.search(r"line (\d+)", str(error))
    text = say(Said.SETTINGS_NOT_TOML, path=path, why=error)
    return SettingProblem("", text, int(found[1]) if found else None)


def _line_of(text: str, key: str) -> int | None:
    """Where a dotted key stands in the file; sections are looked for by their header, then the key below."""
    section, _, name = key.rpartition(".")
    current = ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if header:
            current = header[1].replace('"', "").replace(" ", "")
            if current == key:
                return number
            continue
        found = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", line)
        if found and (current, found[1]) == (section, name):
            return number
    return None

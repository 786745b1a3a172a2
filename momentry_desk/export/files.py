"""Writes an export: never over something unasked, never half."""

import os
import tempfile
from pathlib import Path

from momentry_desk.core.sentences import Said, say


class ExportRefused(Exception):
    """The file was not written; the text is a sentence that says why and what to do."""


def write(path: Path, content: str | bytes, *, overwrite: bool = False) -> None:
    """Put `content` (text as UTF-8) at `path` whole or not at all. Raises `ExportRefused`.

    It goes into a file beside it first, is flushed to the disk and then takes the name in one step. Without
    `overwrite` that step fails where the name is taken, also when it was taken meanwhile.
    """
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    except OSError as error:
        raise ExportRefused(say(Said.FILE_NOT_WRITTEN, path=path, why=error.strerror or error)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        _take_name(Path(draft), path, overwrite)
    except OSError as error:
        raise ExportRefused(say(Said.FILE_NOT_WRITTEN, path=path, why=error.strerror or error)) from error
    finally:
        Path(draft).unlink(missing_ok=True)


def _take_name(draft: Path, path: Path, overwrite: bool) -> None:
    # mkstemp makes it the user's alone; an export is meant to be read by others as any new file is.
    mask = os.umask(0)
    os.umask(mask)
    draft.chmod(0o666 & ~mask)
    if overwrite:
        draft.replace(path)
        return
    try:
        os.link(draft, path)
    except FileExistsError as error:
        raise ExportRefused(say(Said.FILE_EXISTS, path=path)) from error
    except OSError:
        # A file system without hard links (a card, a share): the check and the step are two there.
        if path.exists():
            raise ExportRefused(say(Said.FILE_EXISTS, path=path)) from None
        draft.replace(path)

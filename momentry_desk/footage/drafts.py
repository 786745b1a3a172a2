"""A file that appears whole or not at all: written under another name, which it loses in one step."""

import contextlib
import errno
import os
from pathlib import Path
from types import TracebackType

from momentry_desk.core.paths import readable
from momentry_desk.core.sentences import Said, say


class NotWritten(Exception):
    """The file is not there; the text is a sentence that says why and what to do."""


class Draft:
    """A context: what lies at `draft` when it is left is removed, so call `keep` before. Both paths lie in one
    folder."""

    def __init__(self, draft: str, output: str, *, overwrite: bool) -> None:
        self._draft = Path(draft)
        self._output = Path(output)
        self._overwrite = overwrite

    def __enter__(self) -> "Draft":
        """Take the draft's name. Raises `NotWritten` where nothing can be written there, or `output` is taken."""
        if not self._overwrite and os.path.lexists(self._output):
            raise NotWritten(say(Said.FILE_EXISTS, path=self._said))
        try:
            os.close(os.open(self._draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except OSError as error:
            raise self.refusal(error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._draft.unlink(missing_ok=True)

    @property
    def _said(self) -> str:
        return readable(str(self._output))

    def keep(self) -> None:
        """Give what was written its name, once it is on the disk. Raises `NotWritten`."""
        try:
            handle = os.open(self._draft, os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
            self._take_name()
        except FileExistsError as error:
            raise NotWritten(say(Said.FILE_EXISTS, path=self._said)) from error
        except OSError as error:
            raise self.refusal(error) from error

    def _take_name(self) -> None:
        if self._overwrite:
            self._draft.replace(self._output)
            return
        try:
            os.link(self._draft, self._output)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links (a card, a share): there the look and the step are two.
            if os.path.lexists(self._output):
                raise FileExistsError from None
            self._draft.replace(self._output)

    def refusal(self, error: Exception) -> NotWritten:
        """What an error while writing means to a person."""
        number = error.errno if isinstance(error, OSError) else None
        if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            return NotWritten(say(Said.CLIP_NO_ROOM, path=self._said))
        if number in (errno.ENOENT, errno.ENOTDIR):
            return NotWritten(say(Said.CLIP_NO_FOLDER, path=self._said))
        if number in (errno.EACCES, errno.EPERM, errno.EROFS):
            return NotWritten(say(Said.CLIP_NOT_PERMITTED, path=self._said))
        why = os.strerror(number) if number and number > 0 else str(error)
        return NotWritten(say(Said.CLIP_NOT_WRITTEN, path=self._said, why=why))

"""What is said of a scan that failed: once, plainly, and as exactly as it is known."""

from typing import NamedTuple

from momentry_desk.core.sentences import Said, Sentence, taken_apart
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import words
from momentry_desk.ui.sentences import in_words

#: Sentences about the file that say more than the kind of failure does: with what to do, and without.
_WITH_ADVICE = frozenset(
    (
        Said.A_FOLDER,
        Said.NO_ORDINARY_FILE,
        Said.EMPTY,
        Said.GONE,
        Said.NOT_PERMITTED,
        Said.DEVICE_ERROR,
        Said.CUT_SHORT,
        Said.CONTENT_CHANGED,
        Said.UNCLEAN_ENDS,
    )
)
_WITHOUT_ADVICE = frozenset((Said.NOTHING_IN_FORMAT, Said.NO_MEDIA, Said.NO_STREAM, Said.UNDECODABLE))
#: Sentences that say what the kind of failure says, with more of what goes on inside. The scan's details have them.
_NOTHING_NEW = frozenset(
    (
        Said.NO_MEMORY,
        Said.NO_MEMORY_TO_LOAD,
        Said.MEMORY_RAN_OUT,
        Said.FAULT,
        Said.SCAN_NOT_STARTED,
        Said.PROCESS_NOT_STARTED,
        Said.RUBBISH,
        Said.CRASHED,
        Said.NO_RESULT,
        Said.TOO_LONG,
        Said.HUNG,
        Said.OUT_OF_STEP,
    )
)


class Told(NamedTuple):
    """`story` is what the engine or a processor has to add; any of the three may be empty."""

    cause: str
    next_step: str
    story: str


def told(row: TaskRow) -> Told:
    """Why this scan failed and what a person can do now."""
    usual = words.failure(row.failure_kind, row.file_name, row.retry_count)
    message = row.error_message or ""
    codes = {one.code if isinstance(one, Sentence) else None for one in taken_apart(message)}
    if codes <= _NOTHING_NEW:
        return Told(usual.cause, usual.next_step, "")
    if codes <= _WITH_ADVICE | _WITHOUT_ADVICE:
        exactly = words.tried_again(in_words(message), row.retry_count)
        return Told(exactly, "" if codes & _WITH_ADVICE else usual.next_step, "")
    return Told(usual.cause, usual.next_step, in_words(message))

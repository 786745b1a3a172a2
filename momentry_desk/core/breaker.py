"""The breaker: the same failure over many files in a row stops the queue before it burns through thousands."""

import msgspec

from momentry_desk.core.model import FailureKind

#: So many different files in a row, with no success between.
LIMIT = 5

#: A file that is no media says nothing about the next one.
_OWN_FAULT = frozenset({FailureKind.SOURCE_INVALID})


class Streak(msgspec.Struct, frozen=True):
    """The failures since the last success: their common kind, and the files they happened to."""

    kind: FailureKind | None = None
    files: frozenset[str] = frozenset()

    @property
    def tripped(self) -> bool:
        return len(self.files) >= LIMIT


def after_success() -> Streak:
    return Streak()


def after_failure(streak: Streak, kind: FailureKind, file_uuid: str) -> Streak:
    """The streak with one more failure; another kind begins a new one."""
    if kind in _OWN_FAULT:
        return streak
    if kind is streak.kind:
        return Streak(kind, streak.files | {file_uuid})
    return Streak(kind, frozenset({file_uuid}))


_REASONS = {
    FailureKind.SOURCE_MISSING: "{n} files in a row are not there. Is a drive or a share gone?",
    FailureKind.SOURCE_UNREADABLE: "{n} files in a row could not be read. Is a drive or a share in trouble?",
    FailureKind.MODEL_MISSING: (
        "A model is missing, so {n} scans in a row failed. `momentry-desk models install` fetches it."
    ),
    FailureKind.OUT_OF_MEMORY: (
        "The memory ran out {n} times in a row. Close other programs, or scan fewer at once."
    ),
}


def reason(streak: Streak) -> str:
    """Why the queue was paused, in words."""
    text = _REASONS.get(streak.kind) if streak.kind else None
    return (text or "{n} scans in a row failed in the same way. The details of the last one say how.").format(
        n=len(streak.files)
    )

"""The breaker: the same failure over many files in a row stops the queue before it burns through thousands."""

import msgspec

from momentry_desk.core.model import FailureKind
from momentry_desk.core.sentences import Said, say

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
    FailureKind.SOURCE_MISSING: Said.MANY_MISSING,
    FailureKind.SOURCE_UNREADABLE: Said.MANY_UNREADABLE,
    FailureKind.MODEL_MISSING: Said.MANY_WITHOUT_MODEL,
    FailureKind.OUT_OF_MEMORY: Said.MANY_OUT_OF_MEMORY,
}


def reason(streak: Streak) -> str:
    """Why the queue was paused, in words."""
    code = _REASONS.get(streak.kind, Said.MANY_FAILED) if streak.kind else Said.MANY_FAILED
    return say(code, count=len(streak.files))

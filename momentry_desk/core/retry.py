"""Which failure is tried again, when, and at what price."""

from enum import StrEnum

import msgspec

from momentry_desk.core.model import FailureKind

#: However often a task failed, the next try is at most this far away. Ten minutes.
MAX_DELAY_S = 600.0

#: A task that was running at so many unclean ends in a row, without storing anything new, is given up.
MAX_UNCLEAN_ENDS = 3

#: So many different files failing alike, one after another, trip the breaker.
BREAKER_FILES = 5


class Verdict(StrEnum):
    """What follows from a failure."""

    RETRY = "retry"  # again after a delay, using up one retry
    RETRY_ALONE = "retry_alone"  # the same, but with no other scan running beside it
    WAIT_FOR_SOURCE = "wait_for_source"  # pending until the file is there; uses up no retry
    PAUSE_QUEUE = "pause_queue"  # pending, and the whole queue waits for room on the disk; uses up no retry
    GIVE_UP = "give_up"


class Decision(msgspec.Struct, frozen=True):
    verdict: Verdict
    delay_s: float = 0.0


_NEVER = frozenset({FailureKind.SOURCE_INVALID, FailureKind.MODEL_MISSING})


def decide(
    kind: FailureKind,
    *,
    retry_count: int,
    max_retries: int,
    retry_on_failure: bool,
    retry_delay_s: float,
    jitter: float,
) -> Decision:
    """Decide what follows from one failed attempt.

    `retry_count` is the number of retries used up before this failure; `jitter` is a number from 0 to 1 that
    the caller draws. The delay is `retry_delay_s * 2**retry_count`, spread by up to a tenth either way so that
    tasks which failed together do not come back together, and never over `MAX_DELAY_S`.
    """
    if kind is FailureKind.SOURCE_MISSING:
        return Decision(Verdict.WAIT_FOR_SOURCE)
    if kind is FailureKind.DISK_FULL:
        return Decision(Verdict.PAUSE_QUEUE)
    if kind in _NEVER or not retry_on_failure or retry_count >= max_retries:
        return Decision(Verdict.GIVE_UP)
    # The exponent is bounded before the power is taken: a large count must not overflow a float.
    delay = retry_delay_s * 2.0 ** min(retry_count, 30) * (0.9 + 0.2 * jitter)
    verdict = Verdict.RETRY_ALONE if kind is FailureKind.OUT_OF_MEMORY else Verdict.RETRY
    return Decision(verdict, min(MAX_DELAY_S, delay))


#: Kinds that many files share when their cause lies outside of them: a share that is gone, a broken model.
_COMMON_CAUSES = frozenset(FailureKind) - {FailureKind.SOURCE_INVALID, FailureKind.DISK_FULL, FailureKind.TIMED_OUT}


class Breaker(msgspec.Struct, frozen=True):
    """Watches for one kind of failure over many files in a row; then the queue pauses instead of going on.

    A file counts once however often it fails; anything that is completed in between starts the count anew.
    """

    kind: FailureKind | None = None
    files: frozenset[str] = frozenset()

    def after_success(self) -> "Breaker":
        return Breaker()

    def after_failure(self, kind: FailureKind, file_uuid: str) -> "Breaker":
        if kind not in _COMMON_CAUSES:
            return self
        return Breaker(kind, (self.files if kind is self.kind else frozenset()) | {file_uuid})

    @property
    def tripped(self) -> bool:
        return len(self.files) >= BREAKER_FILES

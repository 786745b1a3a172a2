"""Which failure is tried again, when, and at what price."""

from enum import StrEnum

import msgspec

from momentry_desk.core.model import FailureKind

#: However often a task failed, the next try is at most this far away. Ten minutes.
MAX_DELAY_S = 600.0

#: A task that was running at so many unclean ends in a row, without storing anything new, is given up.
MAX_UNCLEAN_ENDS = 3


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

"""Whether a file is whole, or somebody still copies or records it."""

#: A file that was written to less than so many seconds ago may grow on.
SETTLE_S = 2.0


def stands_still(
    size: int, mtime_ns: int, *, before: tuple[int, int] | None, now: float, quiet_s: float = SETTLE_S
) -> bool:
    """Whether a file of this size and time of last writing may be taken up, at `now` (seconds since the epoch).

    `before` is its size and time at an earlier look, None where it is seen for the first time; nobody must have
    written to it for `quiet_s`. A time stamp in the future is that of another machine's clock: then only two looks
    that agree say something.
    """
    if before is not None and before != (size, mtime_ns):
        return False
    age_s = now - mtime_ns / 1e9
    return age_s >= quiet_s or (before is not None and age_s < 0)

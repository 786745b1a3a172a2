"""Seconds to frames at a file's true rate."""

from fractions import Fraction

#: The rates that editing programs know by name, as exact fractions (SMPTE ST 12-1 and its high rates).
STANDARD_RATES = tuple(
    Fraction(*pair)
    for pair in ((24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1))
)

#: A measured average (a phone's variable rate) this near to a standard rate means that one.
_NEAR = Fraction(1, 100)

#: What a file without footage is counted in.
DEFAULT_RATE = Fraction(25)


def true_rate(frame_rate: str | None) -> Fraction:
    """The rate to count in: the standard one that "30000/1001" or an average means, else the nearest standard one.

    Editing programs conform a variable rate to a standard one; times stay true to half a frame of it.
    """
    if not frame_rate:
        return DEFAULT_RATE
    try:
        rate = Fraction(frame_rate)
    except (ValueError, ZeroDivisionError):
        return DEFAULT_RATE
    if rate <= 0:
        return DEFAULT_RATE
    # 23.976 and 24 differ by a thousandth: the nearest wins, never the first near enough.
    nearest = min(STANDARD_RATES, key=lambda standard: abs(standard - rate))
    if abs(nearest - rate) <= _NEAR or rate.denominator not in (1, 1001):
        return nearest
    return rate


def exact_rate(rate: float) -> Fraction:
    """The fraction that a rate as a float came from."""
    nearest = min(STANDARD_RATES, key=lambda standard: abs(standard - Fraction(rate)))
    return nearest if abs(float(nearest) - rate) < 1e-6 else Fraction(rate).limit_denominator(1001)


def frame_at(seconds: float, rate: Fraction) -> int:
    """The number of the frame that is on screen at `seconds`: times a hair before a frame's start count to it."""
    return int(Fraction(seconds).limit_denominator(1_000_000) * rate + Fraction(1, 1000))

"""Instants of a file as an editor writes them: time codes at the file's own rate."""

from fractions import Fraction

from momentry_desk.export.rates import frame_at, true_rate

#: The rates whose time code leaves numbers out, so that it keeps step with the clock (SMPTE ST 12-1).
_DROPPING = (Fraction(30000, 1001), Fraction(60000, 1001))


def time_code(seconds: float, frame_rate: str | None) -> str:
    """ "00:01:02:03" of a file whose rate is `frame_rate` ("30000/1001"), with ";" before the frame where numbers
    are dropped; "0:01:02.040" where the file has no footage and so no frames to count."""
    if not frame_rate:
        thousandths = round(max(0.0, seconds) * 1000)
        whole, rest = divmod(thousandths, 1000)
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}.{rest:03}"
    rate = true_rate(frame_rate)
    each_s = round(rate)
    frame = frame_at(max(0.0, seconds), rate)
    mark = ":"
    if rate in _DROPPING:
        frame += _dropped(frame, each_s)
        mark = ";"
    whole, frame = divmod(frame, each_s)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{mark}{frame:02}"


def _dropped(frame: int, each_s: int) -> int:
    """How many numbers are left out before `frame`: the first 2 (of 30) in each minute but every tenth."""
    left_out = each_s // 15
    in_a_minute = each_s * 60 - left_out
    tens, rest = divmod(frame, each_s * 600 - 9 * left_out)
    return 9 * left_out * tens + (left_out * ((rest - left_out) // in_a_minute) if rest > left_out else 0)

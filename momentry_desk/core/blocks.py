"""Which lines of on-screen text are one block: set under or beside each other, at the same time.

Recognition reads a sign as single lines ("ROYAL", "OPERA", "HOUSE"); who searches types what the sign says.
"""

from collections.abc import Sequence

from momentry_desk.core.findings import TextLine

#: Two lines belong together only when they share this part of the shorter one's time.
_SHARED_TIME = 0.5
#: Heights of letters in one block differ by this factor at most.
_HEIGHTS = 2.0
#: The gap below a line, in its height; the gap beside it, in its height too (a picture is about 16:9).
_GAP_BELOW = 1.2
_GAP_BESIDE = 1.5
_ASPECT = 16 / 9
#: Of the narrower line's width (or the lower one's height) this part has to lie over the other's.
_OVERLAP = 0.4
#: More lines are no sign but a page; they stay single.
_MOST_LINES = 12


def blocks(lines: Sequence[TextLine]) -> list[tuple[int, ...]]:
    """The blocks of two lines and more, each as indices into `lines` in the order in which one reads them."""
    order = sorted(range(len(lines)), key=lambda index: lines[index].start)
    block_of = list(range(len(lines)))

    def head(index: int) -> int:
        while block_of[index] != index:
            index = block_of[index]
        return index

    on_screen: list[int] = []
    for index in order:
        on_screen = [other for other in on_screen if lines[other].end >= lines[index].start]
        for other in on_screen:
            if _belong(lines[other], lines[index]):
                block_of[head(index)] = head(other)
        on_screen.append(index)
    members: dict[int, list[int]] = {}
    for index in order:
        members.setdefault(head(index), []).append(index)
    return [_as_read(lines, some) for some in members.values() if 1 < len(some) <= _MOST_LINES]


def _belong(one: TextLine, other: TextLine) -> bool:
    shared = min(one.end, other.end) - max(one.start, other.start)
    if shared < _SHARED_TIME * min(one.end - one.start, other.end - other.start):
        return False
    first, second = one.box, other.box
    low, high = sorted((first.height, second.height))
    if low <= 0 or high > _HEIGHTS * low:
        return False
    beside = _common(first.left, first.width, second.left, second.width)
    below = _common(first.top, first.height, second.top, second.height)
    if beside >= _OVERLAP * min(first.width, second.width):
        return -below <= _GAP_BELOW * low
    return below >= _OVERLAP * low and -beside * _ASPECT <= _GAP_BESIDE * low


def _common(start: float, length: float, other_start: float, other_length: float) -> float:
    """How much two stretches share; negative: the gap between them."""
    return min(start + length, other_start + other_length) - max(start, other_start)


def _as_read(lines: Sequence[TextLine], members: Sequence[int]) -> tuple[int, ...]:
    rows: list[list[int]] = []
    for index in sorted(members, key=lambda index: lines[index].box.top):
        box = lines[index].box
        if rows:
            row = lines[rows[-1][0]].box
            if _common(box.top, box.height, row.top, row.height) >= 0.5 * min(box.height, row.height):
                rows[-1].append(index)
                continue
        rows.append([index])
    return tuple(index for row in rows for index in sorted(row, key=lambda index: lines[index].box.left))

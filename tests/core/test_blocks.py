"""Lines of one sign are one block; other lines stay by themselves."""

from momentry_desk.core.blocks import blocks
from momentry_desk.core.findings import Box, TextLine


def line(text: str, left: float, top: float, width: float = 0.2, start: float = 0.0, end: float = 4.0) -> TextLine:
    return TextLine(start, end, text, 0.9, Box(left, top, width, 0.05))


def test_lines_under_each_other_at_the_same_time_are_one_block_in_reading_order() -> None:
    lines = [
        line("HOUSE", 0.1, 0.32),
        line("ROYAL", 0.1, 0.2),
        line("Welcome", 0.7, 0.8),
        line("OPERA", 0.12, 0.26),
    ]
    assert blocks(lines) == [(1, 3, 0)]


def test_words_beside_each_other_are_one_block() -> None:
    assert blocks([line("OPERA", 0.32, 0.2), line("ROYAL", 0.1, 0.21)]) == [(1, 0)]


def test_a_sign_that_was_read_in_a_single_picture_is_one_block() -> None:
    assert blocks([line("ROYAL", 0.1, 0.2, start=2.0, end=2.0), line("OPERA", 0.1, 0.26, start=2.0, end=2.0)]) == [
        (0, 1)
    ]


def test_what_follows_in_the_same_place_is_another_block() -> None:
    first, second = line("One", 0.1, 0.2, end=2.0), line("Two", 0.1, 0.26, start=2.0)
    assert blocks([first, second]) == []


def test_a_page_of_text_stays_single_lines() -> None:
    assert blocks([line(str(row), 0.1, 0.05 * row) for row in range(18)]) == []

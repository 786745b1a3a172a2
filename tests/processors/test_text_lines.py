"""The same caption over time is one line, another caption another one, and rubbish is none."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentry_desk.core.findings import Box, TextLine
from momentry_desk.processors.text_lines import LineJoiner, OpenLine, Reading, overlap

LOW = Box(0.2, 0.8, 0.6, 0.1)
HIGH = Box(0.2, 0.1, 0.6, 0.1)


def scan(*samples: list[Reading], end_s: float | None = None) -> list[TextLine]:
    """One sample a second."""
    joiner = LineJoiner()
    made = []
    for second, readings in enumerate(samples):
        made += joiner.add(float(second), [(reading, b"") for reading in readings])
    return made + joiner.finish(len(samples) - 1.0 if end_s is None else end_s)


def read(text: str, box: Box = LOW, confidence: float = 0.95) -> list[Reading]:
    return [Reading(text, confidence, box)]


def test_a_caption_that_stays_is_one_line() -> None:
    (line,) = scan(read("Hello there"), read("Hello there"), read("Hello there"), end_s=2.8)
    assert (line.start, line.end, line.text) == (0.0, 2.8, "Hello there")


def test_a_line_begins_where_it_was_read_first_and_ends_halfway_to_the_sample_without_it() -> None:
    (line,) = scan([], read("Hello"), read("Hello"), [], [])
    assert (line.start, line.end) == (1.0, 2.5)


def test_a_new_caption_in_the_same_place_is_a_new_line() -> None:
    assert [
        line.text
        for line in scan(read("Hello there"), read("Hello there"), read("Nothing alike"), read("Nothing alike"))
    ] == [
        "Hello there",
        "Nothing alike",
    ]


def test_two_captions_at_once_are_two_lines() -> None:
    both = read("Hello there", HIGH) + read("Hello there", LOW)
    assert len(scan(both, both)) == 2


def test_the_reading_with_most_votes_wins() -> None:
    samples = [read("Welcome"), read("Weicome", confidence=0.97), read("Welcome"), read("Welcome")]
    assert [line.text for line in scan(*samples)] == ["Welcome"]


def test_one_missed_sample_does_not_split_a_line() -> None:
    (line,) = scan(read("Hello there"), [], read("Hello there"))
    assert (line.start, line.end) == (0.0, 2.0)


def test_two_missed_samples_do() -> None:
    assert len(scan(read("Hello there"), [], [], read("Hello there"))) == 2


def test_a_rolling_line_is_followed() -> None:
    samples = [read("Directed by nobody", Box(0.2, 0.8 - 0.2 * step, 0.6, 0.05)) for step in range(4)]
    assert len(scan(*samples)) == 1


@pytest.mark.parametrize(
    ("readings", "times", "given"),
    [
        (read("Texture", confidence=0.75), 3, False),
        (read("Caption", confidence=0.85), 3, True),
        (read("Caption", confidence=0.85), 1, False),
        (read("Caption", confidence=0.95), 1, True),
        (read("66", confidence=0.85), 3, False),
        (read("66", confidence=0.95), 3, True),
        (read("I", confidence=0.99), 3, False),
        (read("国", confidence=0.85), 3, True),
        (read("--", confidence=0.99), 3, False),
    ],
)
def test_what_is_doubtful_or_says_nothing_is_dropped(readings: list[Reading], times: int, given: bool) -> None:
    assert bool(scan(*[readings] * times)) is given


def test_an_unchanged_picture_prolongs_what_was_visible_alone() -> None:
    joiner = LineJoiner()
    joiner.add(0.0, [(read("Gone soon", HIGH)[0], b"")])
    joiner.add(1.0, [(read("Still here")[0], b"")])
    for second in (2.0, 3.0):
        joiner.same_again(second)
    assert [(line.current.text, line.end) for line in joiner.open] == [("Still here", 3.0)]


def test_overlap_is_that_of_areas() -> None:
    assert overlap(LOW, LOW) == pytest.approx(1.0)
    assert overlap(LOW, HIGH) == 0.0
    assert overlap(Box(0, 0, 1, 1), Box(0.5, 0, 1, 1)) == pytest.approx(1 / 3)


boxes = st.builds(Box, st.floats(0, 0.5), st.floats(0, 0.5), st.floats(0.05, 0.5), st.floats(0.05, 0.5))
readings = st.lists(
    st.builds(
        Reading,
        st.sampled_from(["Welcome", "Weicome", "ROYAL", "不要问国家", "66", "Texture of leaves"]),
        st.floats(0.5, 1.0),
        boxes,
    ),
    max_size=4,
)


@settings(deadline=None)
@given(st.lists(readings, min_size=1, max_size=12), st.data())
def test_a_scan_taken_up_from_stored_lines_gives_the_same(
    samples: list[list[Reading]], data: st.DataObject
) -> None:
    undisturbed = scan(*samples)
    cut = data.draw(st.integers(0, len(samples)))
    joiner, made = LineJoiner(), []
    for second, found in enumerate(samples):
        if second == cut:
            stored = msgspec.msgpack.encode(joiner.open)
            joiner = LineJoiner(msgspec.msgpack.decode(stored, type=list[OpenLine]))
        made += joiner.add(float(second), [(reading, b"look") for reading in found])
    made += joiner.finish(len(samples) - 1.0)
    assert made == undisturbed


@settings(deadline=None)
@given(st.lists(readings, max_size=12))
def test_lines_lie_within_the_footage_and_run_forwards(samples: list[list[Reading]]) -> None:
    for line in scan(*samples, end_s=float(len(samples))):
        assert 0.0 <= line.start <= line.end <= len(samples)

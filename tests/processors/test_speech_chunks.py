"""Sound is cut where nobody speaks, chunks fit the recogniser, and a scan taken up at a cut decides the same."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentry_desk.processors.speech_chunks import (
    CLOSING_SILENCE,
    MAX_PACKED,
    MAX_SPAN,
    PAD,
    WINDOW_S,
    Chunker,
    Cut,
    Piece,
    original_span,
    voiced_start,
)

SPEECH, SILENCE = 0.9, 0.05


def windows(*parts: tuple[float, float]) -> list[float]:
    """Probabilities for parts of (seconds, probability)."""
    return [probability for seconds, probability in parts for _ in range(round(seconds / WINDOW_S))]


def cuts(probabilities: Sequence[float], chunker: Chunker | None = None) -> list[tuple[int, Cut, bool]]:
    """Each cut with the window at which it begins and whether a voice is heard there."""
    chunker = chunker or Chunker()
    made: list[tuple[int, Cut, bool]] = []
    at = 0
    for probability in probabilities:
        chunker.push(probability)
        while (cut := chunker.cut()) is not None:
            at += cut.windows
            made.append((at - cut.windows, cut, chunker.speaking_before))
    rest = chunker.rest()
    made.append((at, rest, chunker.speaking_before))
    return made


def test_silence_is_passed_over_without_anything_to_recognise() -> None:
    made = cuts(windows((120, SILENCE)))
    assert all(cut.pieces == () for _, cut, _ in made)


def test_the_mark_follows_silence_closely() -> None:
    chunker = Chunker()
    at = 0
    for number in range(1000):
        chunker.push(SILENCE)
        while (cut := chunker.cut()) is not None:
            at += cut.windows
        assert number + 1 - at <= PAD


def test_a_sentence_is_kept_with_its_surroundings() -> None:
    made = [cut for _, cut, _ in cuts(windows((10, SILENCE), (2, SPEECH), (10, SILENCE))) if cut.pieces]
    (only,) = made
    (piece,) = only.pieces
    assert piece.end - piece.start == round(2 / WINDOW_S) + 2 * PAD


def test_a_click_is_no_speech() -> None:
    made = cuts(windows((3, SILENCE), (0.1, SPEECH), (10, SILENCE)))
    assert all(cut.pieces == () for _, cut, _ in made)


def test_long_speech_is_cut_at_its_longest_late_pause() -> None:
    made = cuts(windows((11, SPEECH), (0.2, SILENCE), (4, SPEECH), (0.9, SILENCE), (20, SPEECH)))
    first = made[0][1]
    assert 15.2 < first.windows * WINDOW_S < 16.1


def test_speech_without_any_pause_is_cut_where_a_voice_is_least_likely() -> None:
    probabilities = windows((60, SPEECH))
    probabilities[550] = 0.6
    assert cuts(probabilities)[0][1].windows == 550


def test_a_soft_voice_that_was_cut_in_the_middle_is_still_a_voice_when_taken_up() -> None:
    probabilities = windows((1, SPEECH), (70, 0.4))
    begin, cut, speaking = cuts(probabilities)[0]
    assert speaking
    mark = begin + cut.windows
    resumed = cuts(probabilities[mark:], Chunker(speaking=speaking))
    assert resumed[0][1] == cuts(probabilities)[1][1]
    assert resumed[0][1].pieces[0].start == 0


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ((0, 5), (10, 15)),
        ((5, 10), (15, 20)),
        ((10, 12), (100, 102)),
        # Over the seam: wholly in the piece that holds most of it.
        ((4, 12), (14, 20)),
        ((9, 15), (100, 105)),
        ((38, 45), (128, 130)),
        ((10, 10), (20, 20)),
    ],
)
def test_words_come_back_to_their_place_across_dropped_silence(
    word: tuple[int, int], place: tuple[int, int]
) -> None:
    pieces = (Piece(10, 20), Piece(100, 130))
    found = original_span(pieces, word[0] * WINDOW_S, word[1] * WINDOW_S)
    assert found == pytest.approx((place[0] * WINDOW_S, place[1] * WINDOW_S))


runs = st.lists(
    st.tuples(
        st.integers(1, 700), st.sampled_from([0.02, 0.3, 0.4, 0.55, 0.95]), st.floats(0, 0.04, allow_nan=False)
    ),
    max_size=12,
)


def spread(parts: list[tuple[int, float, float]]) -> list[float]:
    return [min(1.0, level + wobble * (number % 3)) for count, level, wobble in parts for number in range(count)]


@settings(deadline=None)
@given(runs)
def test_cuts_cover_everything_once_and_fit_the_recogniser(parts: list[tuple[int, float, float]]) -> None:
    probabilities = spread(parts)
    made = cuts(probabilities)
    at = 0
    for begin, cut, _ in made:
        assert begin == at
        at += cut.windows
        assert cut.windows <= MAX_SPAN + CLOSING_SILENCE
        assert sum(piece.end - piece.start for piece in cut.pieces) <= MAX_PACKED + PAD
        last = 0
        for piece in cut.pieces:
            assert last <= piece.start < piece.end <= cut.windows
            last = piece.end
    assert at == len(probabilities)


@settings(deadline=None)
@given(runs, st.data())
def test_a_scan_taken_up_at_any_cut_decides_as_if_undisturbed(
    parts: list[tuple[int, float, float]], data: st.DataObject
) -> None:
    probabilities = spread(parts)
    undisturbed = cuts(probabilities)
    index = data.draw(st.integers(0, len(undisturbed) - 1))
    begin, cut, speaking = undisturbed[index]
    mark = begin + cut.windows
    resumed = cuts(probabilities[mark:], Chunker(speaking=speaking))
    assert [(mark + at, cut, voice) for at, cut, voice in resumed if cut.windows] == [
        entry for entry in undisturbed[index + 1 :] if entry[1].windows
    ]


@pytest.mark.parametrize(
    ("word", "begin"),
    [
        # Stretched over the silence before it, with a trace of the voice before that.
        ((1.9, 3.6), 2.9),
        ((2.2, 3.6), 2.9),
        # Over both voices: it keeps them.
        ((1.5, 3.6), 1.5),
        # Within a voice; nowhere near one.
        ((3.1, 3.4), 3.1),
        ((2.3, 2.6), 2.3),
    ],
)
def test_a_word_does_not_begin_in_the_silence_before_it(word: tuple[float, float], begin: float) -> None:
    def at(seconds: float) -> int:
        return round(seconds / WINDOW_S)

    voice = (Piece(at(1.0), at(2.0)), Piece(at(3.0), at(4.0)))
    assert voiced_start(voice, *word) == pytest.approx(begin, abs=WINDOW_S)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), max_size=5), st.floats(0, 10), st.floats(0, 5))
def test_a_word_begins_within_itself(spans: list[tuple[int, int]], start_s: float, length_s: float) -> None:
    voice, at = [], 0
    for silence, speech in spans:
        voice.append(Piece(at + silence, at + silence + speech))
        at += silence + speech
    assert start_s <= voiced_start(tuple(voice), start_s, start_s + length_s) <= start_s + length_s

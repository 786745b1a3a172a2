"""What lies where on the time line, and what of it is in sight."""

from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.people import PersonSighting
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.track_view import TrackView
from momentry_desk.ui.tracks import SHORTEST_VIEW_S, Track, View, lay_out, ruler_step

BOX = Box(0.1, 0.1, 0.2, 0.2)


def face(start: float, end: float, person: int) -> FaceSighting:
    return FaceSighting(start, end, person, BOX, 0.9, 0.8)


def test_each_kind_has_its_track_by_time() -> None:
    findings: tuple[Finding, ...] = (
        SpeechSegment(5, 6, "later", "en", 0.9, 0.9),
        SpeechSegment(1, 2, "sooner", "en", 0.9, 0.9),
        TextLine(0, 9, "title", 0.9, BOX),
        Scene(0, 10),
        face(2, 3, 1),
    )
    laid = lay_out(findings)
    assert [span.start for span in laid.spans[Track.SPEECH]] == [1, 5]
    assert [len(laid.spans[track]) for track in Track] == [1, 2, 1, 1]
    assert laid.end_s == 10


def test_persons_seen_longest_have_a_line_each_and_the_others_share_the_last() -> None:
    laid = lay_out([face(0, 1, 1), face(0, 9, 2), face(3, 8, 3), face(1, 5, 4), face(9, 10, 5)])
    lines = {span.finding: span.line for span in laid.spans[Track.PEOPLE]}
    assert lines[face(0, 9, 2)] == 0
    assert lines[face(3, 8, 3)] == 1
    assert {lines[face(1, 5, 4)], lines[face(0, 1, 1)], lines[face(9, 10, 5)]} == {2}
    assert laid.person_lines == 3


def test_texts_at_one_time_stand_beneath_each_other_and_the_last_line_counts_the_rest() -> None:
    sign = [TextLine(0, 4, text, 0.9, BOX) for text in ("ROYAL", "OPERA", "HOUSE", "Welcome", "Exit")]
    laid = lay_out([*sign, TextLine(4, 9, "Later", 0.9, BOX)])
    spans = laid.spans[Track.TEXT]
    assert [span.line for span in spans] == [0, 1, 2, 2, 2, 0]
    assert [(span.behind, span.more) for span in spans[2:]] == [(False, 2), (True, 0), (True, 0), (False, 0)]
    assert laid.text_lines == 3
    assert lay_out(sign[:1]).text_lines == lay_out([]).text_lines == 1


def test_neighbours_on_one_line_have_a_gap_between_them(theme: Theme, qtbot: QtBot) -> None:
    view = TrackView(theme)
    qtbot.addWidget(view)
    view.resize(600, view.sizeHint().height())
    view.show_film(10)
    view.show_findings([face(0, 10, 1), face(0, 9, 2), face(0, 8, 3), face(2, 8, 4)])
    image = view.grab().toImage()
    row = round(view._top_of(Track.PEOPLE)) + 2 * 16 + 3
    across = [image.pixelColor(x, row).lightness() for x in range(round(view._x(2)) - 3, round(view._x(2)) + 3)]
    ground, bar = theme.tokens.colour("raised").lightness(), across[0]
    assert min(abs(one - ground) for one in across) < abs(bar - ground) / 2


def test_faces_are_the_persons_of_the_library() -> None:
    who = [PersonSighting(1, 7, "Ana", "v", 0, 1, 0.8), PersonSighting(2, 7, "Ana", "v", 4, 5, 0.8)]
    laid = lay_out([face(0, 1, 1), face(4, 5, 2), face(2, 3, 3)], who)
    assert [(span.name, span.line) for span in laid.spans[Track.PEOPLE]] == [("Ana", 0), ("", 1), ("Ana", 0)]
    assert laid.person_lines == 2


def test_a_person_without_a_name_has_the_same_number_everywhere() -> None:
    who = [PersonSighting(1, 9, "", "v", 0, 1, 0.8)]
    (span,) = lay_out([face(0, 1, 1)], who).spans[Track.PEOPLE]
    assert isinstance(span.finding, FaceSighting)
    assert span.finding.person == 9


def test_only_what_is_in_sight_is_asked_for() -> None:
    laid = lay_out([SpeechSegment(at, at + 0.5, "x", "en", 0.9, 0.9) for at in range(100)])
    assert [span.start for span in laid.within(Track.SPEECH, 10.2, 12.0)] == [10, 11]


@given(
    st.floats(1, 20_000),
    st.lists(
        st.tuples(st.sampled_from(["zoom", "move", "show"]), st.floats(0.05, 20), st.floats(0, 1)), max_size=20
    ),
)
def test_the_view_never_leaves_the_film_nor_shrinks_away(
    whole_s: float, steps: list[tuple[str, float, float]]
) -> None:
    view = View(0, whole_s)
    for what, by, share in steps:
        match what:
            case "zoom":
                view = view.zoomed(by, share * whole_s, whole_s)
            case "move":
                view = view.moved((share - 0.5) * by * 100, whole_s)
            case _:
                view = view.showing(share * whole_s, whole_s)
                assert view.from_s - 1e-6 <= share * whole_s <= view.to_s + 1e-6
        assert view.from_s >= -1e-9
        assert view.to_s <= whole_s * (1 + 1e-9)
        assert view.length_s >= min(SHORTEST_VIEW_S, whole_s) * 0.999


def test_zooming_keeps_the_instant_under_the_pointer_in_its_place() -> None:
    view = View(0, 100).zoomed(0.5, 40, 100)
    assert view == View(20, 70)


def test_a_ruler_has_round_figures_that_fit() -> None:
    assert ruler_step(13, 9) == 2
    assert ruler_step(3600, 10) == 600
    assert ruler_step(0.5, 8) == 0.1

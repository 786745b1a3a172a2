"""Finding a moment and standing at it."""

from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from momentry_desk.core.clips import ClipWish
from momentry_desk.core.findings import Box, SpeechSegment, TextLine, Word
from momentry_desk.core.model import AudioTrack, MediaInfo
from momentry_desk.core.moments import Hit, SearchPage
from momentry_desk.core.people import PersonCard
from momentry_desk.core.search import Filters
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.footage.pictures import PictureSource
from momentry_desk.ui.clip_dialog import ClipDialog
from momentry_desk.ui.glossary import GlossaryDialog
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.marked_text import around
from momentry_desk.ui.moments_page import MomentsPage
from momentry_desk.ui.results_view import ResultsModel
from momentry_desk.ui.stills import Stills
from momentry_desk.ui.tracks import Track
from momentry_desk.ui.transcript_model import spoken_word, word_at
from tests.processors.clips import make_clip
from tests.ui.fake_engine import FakeEngine

MEDIA = MediaInfo("mov", 2.0, True, False, 320, 180, 0, "25/1", "h264", None)


def hit(number: int, start: float, text: str, **changes: object) -> Hit:
    fields: dict[str, object] = {
        "hit_id": number,
        "file_uuid": "v",
        "path": "/footage/clip.mp4",
        "file_name": "clip.mp4",
        "kind": "speech",
        "start": start,
        "end": start + 0.5,
        "text": text,
        **changes,
    }
    return Hit(**fields)  # type: ignore[arg-type]


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    return make_clip(tmp_path / "clip.mp4")


@pytest.fixture
def page(window: MainWindow, engine: FakeEngine, clip: Path) -> MomentsPage:
    engine.put(videos=[VideoRow("v", "clip.mp4", str(clip), 1, 100.0, MEDIA, scanned=("asr",))])
    engine.hits = (
        hit(1, 1.24, "the budget for the harbour", path=str(clip), marks=((4, 10),)),
        hit(2, 0.4, "a budget, once more", path=str(clip)),
        hit(
            3, 7.0, "another budget", file_uuid="w", file_name="other.mp4", path="/footage/other.mp4", missing=True
        ),
    )
    window.pages.open("moments")
    return window.pages.moments


def type_in(page: MomentsPage, text: str, qtbot: QtBot) -> None:
    page.bar.box.setFocus()
    QTest.keyClicks(page.bar.box, text)
    qtbot.waitUntil(lambda: page._looked_for == text)


def click_hit(page: MomentsPage, number: int) -> None:
    row = page.results.results.row_of(number)
    assert row is not None
    place = page.results.visualRect(page.results.results.index(row)).center()
    QTest.mouseClick(page.results.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_it_searches_as_one_types_and_groups_by_video(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    type_in(page, "budg", qtbot)
    model = page.results.results
    said = [model.data(model.index(row), Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]
    assert said == ["clip.mp4", "a budget, once more", "the budget for the harbour", "other.mp4", "another budget"]
    told = model.data(model.index(2), Qt.ItemDataRole.AccessibleTextRole)
    assert told == "0:01, said: the budget for the harbour, clip.mp4"


def test_a_click_on_a_hit_lets_the_player_stand_there(page: MomentsPage, clip: Path, qtbot: QtBot) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.picture.image is not None)
    image = page.player.picture.image
    assert image is not None
    source = PictureSource(str(clip))
    picture = source.at(1.24)
    assert picture is not None
    expected = picture.pixels(image.width(), image.height())
    source.close()
    assert picture.time_s == pytest.approx(1.24)
    assert bytes(image.constBits()) == expected.tobytes()
    assert page.player.time.text().startswith("00:00:01:06")


def test_a_hit_is_played_from_shortly_before_and_stays_marked(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.playback.info is not None)
    page.player.playback.toggle()
    # It lies less than that behind the beginning.
    assert page.player.playback.position_s == 0.0
    page.player.playback.pause()
    assert (1.24, 1.74) in page.player.tracks._hits
    current = page.results.current_hit()
    assert current is not None
    assert current.hit_id == 1


def test_nothing_in_the_player_moves_while_it_plays(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    player = page.player
    qtbot.waitUntil(lambda: player.playback.info is not None and player.width() > 400)
    assert player.name.text() == "clip.mp4"

    def places() -> list[tuple[int, int]]:
        QApplication.processEvents()
        parts = (
            player.play,
            player.time,
            player._speed,
            player._chosen,
            player.closer,
            player.more,
            player.picture,
        )
        return [(part.x(), part.width()) for part in parts]

    before = places()
    player.playback.shuttle(-1)
    player.playback.shuttle(-1)
    assert player._speed.text() == "-2×"
    player.range = (0.2, None)
    player._show_state()
    player.playback.seek(2.0)
    assert places() == before
    player.pause()


def test_a_file_that_is_gone_says_so_and_keeps_its_findings(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.found["w"] = (SpeechSegment(7.0, 8.0, "another budget", "en", 0.9, 0.9),)
    type_in(page, "another", qtbot)
    click_hit(page, 3)
    said = "other.mp4 is not where it was."
    qtbot.waitUntil(lambda: page.player.picture.accessibleDescription().startswith(said))
    qtbot.waitUntil(lambda: page.transcript.model().rowCount() == 1)


def scrolled_to_the_end(page: MomentsPage) -> int:
    """How many hits there are, after one more pull at the bar."""
    bar = page.results.verticalScrollBar()
    bar.setValue(bar.maximum())
    return len(page.results.results.hits)


def test_more_hits_come_when_the_end_is_near(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.hits = tuple(hit(n, float(n), f"line {n}") for n in range(100))
    type_in(page, "line", qtbot)
    first = len(page.results.results.hits)
    assert 0 < first < 100
    qtbot.waitUntil(lambda: scrolled_to_the_end(page) == 100)
    assert [one.hit_id for one in page.results.results.hits] == list(range(100))


def test_an_answer_that_was_typed_over_is_not_shown(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: dict[str, Future[SearchPage]] = {}

    def search(query: str, **more: object) -> "Future[SearchPage]":
        return answers.setdefault(query, Future())

    monkeypatch.setattr(engine.moments, "search", search)
    page.bar.ask_for("old")
    page.bar.ask_for("new")
    qtbot.waitUntil(lambda: set(answers) >= {"new"})
    answers["new"].set_result(SearchPage((hit(9, 1.0, "new"),)))
    qtbot.waitUntil(lambda: [one.hit_id for one in page.results.results.hits] == [9])
    late = answers.get("old")
    assert late is None or late.cancelled()


def test_no_hit_says_what_to_do(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "lighthouse", qtbot)
    assert page.message.isVisible()
    assert page.message.title.text() == "Nothing found for “lighthouse”"
    assert "fewer words" in page.message.sentence.text()


def test_a_video_that_cannot_be_read_is_not_said_to_wait_for_its_scan(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.put(
        videos=[
            VideoRow("x", "x.mp4", "/footage/x.mp4", 1, 1.0),
            VideoRow("y", "y.mp4", "/footage/y.mp4", 1, 1.0, problem="It is cut short."),
        ]
    )
    type_in(page, "lighthouse", qtbot)
    assert page.message.sentence.text().endswith(" 1 video has not been scanned yet.")


def test_a_name_beside_a_word_offers_the_word_where_that_person_is(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.people.put([PersonCard(1, "Ana Ruiz", False, 3.0, 1, 1)])
    qtbot.waitUntil(lambda: page.bar.person.isVisible())
    type_in(page, "lighthouse", qtbot)
    assert not page.message.button.isVisible()
    page.bar.ask_for("ana ruiz lighthouse")
    qtbot.waitUntil(lambda: page.message.button.text() == "Find it where Ana Ruiz is on screen")
    page.message.button.click()
    assert page.bar.text == 'person:"Ana Ruiz" lighthouse'


def test_a_narrowed_search_offers_to_search_everything(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    page.bar.kinds["text"].click()
    type_in(page, "budget", qtbot)
    qtbot.waitUntil(lambda: page.message.button.isVisible())
    page.message.button.click()
    qtbot.waitUntil(lambda: len(page.results.results.hits) == 3)
    assert engine.calls[-1][1] == ("budget", Filters(), None)


def test_an_empty_library_leads_to_the_desk(window: MainWindow) -> None:
    window.pages.open("moments")
    page = window.pages.moments
    assert page.message.title.text() == "Nothing to search yet"
    page.message.button.click()
    assert window.pages.currentWidget() is window.desk
    assert window.rail.items["desk"].isChecked()


def test_a_right_click_copies_time_code_and_quote(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "harbour", qtbot)
    found = page.results.results.hits[0]
    page.results.menu_asked.emit(found, QPoint(10, 10))
    menu = page.findChildren(QMenu)[-1]
    entries = {action.text(): action for action in menu.actions()}
    entries["Copy time code"].trigger()
    assert QApplication.clipboard().text() == "00:00:01:06"
    entries["Copy quote"].trigger()
    assert QApplication.clipboard().text() == "“the budget for the harbour” (clip.mp4, 00:00:01:06)"
    menu.close()


def test_arrow_keys_walk_from_the_box_through_the_hits(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "budget", qtbot)
    QTest.keyClick(page.bar.box, Qt.Key.Key_Down)
    QTest.keyClick(page.bar.box, Qt.Key.Key_Down)
    current = page.results.current_hit()
    assert current is not None
    assert current.hit_id == 1


def test_keys_of_an_editing_program_move_the_player(page: MomentsPage, window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.picture.image is not None and page.player.playback.info is not None)
    page.results.setFocus()
    QTest.keyClick(page.results, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: page.player.playback.position_s == pytest.approx(1.28))
    QTest.keyClick(page.results, Qt.Key.Key_I)
    QTest.keyClick(page.results, Qt.Key.Key_Left)
    QTest.keyClick(page.results, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.player.playback.position_s == pytest.approx(1.2))
    QTest.keyClick(page.results, Qt.Key.Key_O)
    assert page.player.range[0] is None
    assert page.player.range[1] == pytest.approx(1.2)
    QTest.keyClick(page.results, Qt.Key.Key_L)
    assert page.player.playback.plays
    QTest.keyClick(page.results, Qt.Key.Key_K)
    assert not page.player.playback.plays


def test_letters_in_the_search_box_stay_there(page: MomentsPage, qtbot: QtBot) -> None:
    type_in(page, "jkl io", qtbot)
    assert page.bar.text == "jkl io"
    assert not page.player.playback.plays


def test_a_click_on_the_time_line_goes_there(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.found["v"] = (SpeechSegment(0.5, 1.0, "the budget", "en", 0.9, 0.9),)
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    tracks = page.player.tracks
    qtbot.waitUntil(lambda: page.transcript.model().rowCount() == 1 and page.player.playback.info is not None)
    x = round(tracks._x(1.5))
    QTest.mouseClick(tracks, Qt.MouseButton.LeftButton, pos=QPoint(x, 8))
    assert page.player.playback.position_s == pytest.approx(1.5, abs=0.01)
    # On a span it goes to where that begins.
    place = QPoint(round(tracks._x(0.8)), round(tracks._top_of(Track.SPEECH)) + 5)
    QTest.mouseClick(tracks, Qt.MouseButton.LeftButton, pos=place)
    assert page.player.playback.position_s == 0.5


def test_a_click_on_a_word_of_the_transcript_goes_to_where_it_is_said(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    spoken = (Word(0.5, 0.7, " the", 0.9), Word(0.7, 1.4, " budget", 0.9), Word(1.4, 1.9, " is", 0.9))
    engine.found["v"] = (SpeechSegment(0.5, 1.9, " the budget is", "en", 0.9, 0.9, spoken),)
    type_in(page, "budget", qtbot)
    click_hit(page, 2)
    view = page.transcript
    qtbot.waitUntil(lambda: view.model().rowCount() == 1 and page.player.playback.info is not None)
    rect = view.visualRect(view.lines.index(0))
    width = view.fontMetrics().horizontalAdvance("the bud")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(76 + width, 12))
    assert page.player.playback.position_s == 0.7
    assert view.current_row == 0


def test_the_line_of_the_hit_that_was_clicked_is_marked_and_playing_on_that_of_the_time(
    page: MomentsPage, engine: FakeEngine, clip: Path, qtbot: QtBot
) -> None:
    sign = [TextLine(0.4, 1.9, text, 0.9, Box(0, 0, 1, 1)) for text in ("ROYAL", "OPERA", "HOUSE", "Welcome")]
    engine.found["v"] = (SpeechSegment(0.2, 1.9, "a budget, once more", "en", 0.9, 0.9), *sign)
    engine.hits = (*engine.hits, hit(4, 0.4, "ROYAL OPERA HOUSE", path=str(clip), kind="text", marks=((6, 11),)))
    type_in(page, "o", qtbot)
    view = page.transcript

    def shows(text: str) -> bool:
        line = view.head_line()
        return line is not None and line.text == text

    for number, text in ((4, "OPERA"), (2, "a budget, once more"), (4, "OPERA")):
        click_hit(page, number)
        qtbot.waitUntil(partial(shows, text))
    page.player.playback.seek(1.0)
    assert shows("a budget, once more")
    page.player.playback.seek(0.4)
    assert shows("a budget, once more"), "the hit was left"


def test_a_double_click_in_the_library_opens_the_player(
    page: MomentsPage, window: MainWindow, qtbot: QtBot
) -> None:
    window.pages.open("desk")
    view = window.desk.library.list
    view.doubleClicked.emit(window.desk.library_model.index(0, 0))
    assert window.pages.currentWidget() is page
    qtbot.waitUntil(lambda: page.player.picture.image is not None)


def test_what_is_typed_into_the_toolbar_goes_on_in_the_search(
    page: MomentsPage, window: MainWindow, qtbot: QtBot
) -> None:
    window.pages.open("desk")
    window.toolbar.search.setFocus()
    QTest.keyClicks(window.toolbar.search, "b")
    assert window.pages.currentWidget() is page
    assert not window.toolbar.search.isVisible()
    QTest.keyClicks(page.bar.box, "udget")
    qtbot.waitUntil(lambda: len(page.results.results.hits) == 3)
    assert page.bar.text == "budget"


def test_named_persons_can_be_chosen(
    page: MomentsPage, engine: FakeEngine, window: MainWindow, qtbot: QtBot
) -> None:
    engine.people.put([PersonCard(1, "Ana", False, 10.0, 1, 1), PersonCard(2, "", False, 20.0, 1, 1)])
    qtbot.waitUntil(lambda: page.bar.person.isVisible())
    window.pages.show_person("Ana")
    qtbot.waitUntil(lambda: ("search", ("", Filters(persons=("Ana",)), None)) in engine.calls)


def test_a_film_and_the_hits_are_taken_along(
    page: MomentsPage, engine: FakeEngine, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    for form, asked in (("Subtitles (SRT)…", "export"), ("Timeline for DaVinci Resolve (EDL)…", "export_hits")):
        menu = page.player.take.menu()
        menu.aboutToShow.emit()
        [action for action in menu.actions() if action.text() == form][-1].trigger()
        dialog = page.findChildren(QFileDialog)[-1]
        # Beside the film at first, then where something was saved last.
        assert Path(dialog.directory().path()) == (tmp_path if asked == "export" else tmp_path / "elsewhere")
        target = tmp_path / "elsewhere" / ("out." + dialog.defaultSuffix())
        target.parent.mkdir(exist_ok=True)
        dialog.fileSelected.emit(str(target))
        dialog.close()
        await_call(engine, asked, target, qtbot)
    qtbot.waitUntil(lambda: window.status_line.text() == f"Written: {tmp_path / 'elsewhere' / 'out.edl'}")


def await_call(engine: FakeEngine, name: str, target: Path, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: any(call == name and target in given for call, given in engine.calls if isinstance(given, tuple))
    )


def clip_dialog(page: MomentsPage) -> ClipDialog:
    menu = page.player.take.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Save a clip…").trigger()
    return page.findChildren(ClipDialog)[-1]


def test_the_sentence_under_the_play_head_is_saved_as_a_clip(
    page: MomentsPage, engine: FakeEngine, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.playback.position_s == 1.24)
    dialog = clip_dialog(page)
    qtbot.waitUntil(lambda: "00:00:00:06, 1.0 s earlier" in dialog.begin.text())
    dialog.output.setText(str(tmp_path / "clip.mp4"))
    dialog.save.click()
    (wish,) = [given for call, given in engine.calls if call == "cut"]
    assert isinstance(wish, ClipWish)
    assert (wish.from_s, wish.to_s, wish.exact, wish.overwrite) == (1.24, 1.74, False, False)
    engine.clips.finish(refused=f"{wish.output} exists already. Choose another name, or allow it to be replaced.")
    qtbot.waitUntil(lambda: dialog.replace.isVisible())
    dialog.replace.setChecked(True)
    dialog.save.click()
    assert engine.clips.cuttings[-1].wish.overwrite
    engine.clips.finish()
    qtbot.waitUntil(lambda: window.status_line.text() == f"Written: {tmp_path / 'clip.mp4'}")


def test_a_clip_of_a_word_begins_with_its_sentence(page: MomentsPage, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.found["v"] = (SpeechSegment(0.8, 1.9, "this is the budget for the harbour", "en", 0.9, 0.9),)
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.playback.position_s == 1.24 and len(page.player.findings) == 1)
    assert page.clips.range() == (0.8, 1.9)


def test_a_marked_range_goes_before_the_sentence_and_a_clip_can_be_called_off(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player.picture.image is not None)
    page.player.range = (0.2, 0.8)
    dialog = clip_dialog(page)
    dialog.exact.setChecked(True)
    dialog.save.click()
    wish = engine.clips.cuttings[-1].wish
    assert (wish.from_s, wish.to_s, wish.exact) == (0.2, 0.8, True)
    assert not dialog.save.isEnabled()
    dialog.stop.click()
    qtbot.waitUntil(lambda: dialog.problem.text() == "Cancelled. Nothing was written.")
    dialog.stop.click()
    assert not dialog.isVisible()


def test_another_sound_track_is_kept_and_its_speech_offered(
    page: MomentsPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    type_in(page, "budget", qtbot)
    click_hit(page, 1)
    qtbot.waitUntil(lambda: page.player._media is not None)
    assert page.player.track.isHidden()
    page.player.track.show_tracks((AudioTrack("aac", 2, "eng", "", True), AudioTrack("aac", 1, "deu")), None)
    assert page.player.track.text() == "Track 1 · American English (stereo)"
    page.player.track.chosen.emit(1, True)
    qtbot.waitUntil(lambda: ("choose", ("v", 1, True)) in engine.calls)
    qtbot.waitUntil(lambda: page.findChildren(QMessageBox) != [])
    question = page.findChildren(QMessageBox)[-1]
    next(one for one in question.buttons() if one.text() == "Recognise speech").click()
    qtbot.waitUntil(lambda: ("submit", (("v",), {"processors": ("asr",)})) in engine.calls)


def test_the_glossary_takes_the_names_of_people_and_is_kept(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.people.put([PersonCard(1, "Ana Ruiz", False, 3.0, 1, 1, b""), PersonCard(2, "", False, 3.0, 1, 1, b"")])
    window.show_glossary()
    dialog = window.findChildren(GlossaryDialog)[-1]
    editor = dialog.editor
    editor.box.setPlainText("Brinmoor\n\n brinmoor ")
    editor.people.click()
    qtbot.waitUntil(lambda: editor.terms() == ("Brinmoor", "Ana Ruiz"))
    editor.box.setPlainText("x" * 61)
    assert not dialog.save.isEnabled()
    assert "too long for the glossary" in editor.problem.text()
    editor.box.setPlainText("Brinmoor, Ana Ruiz")
    dialog.save.click()
    kept = {"processors.asr.glossary": ("Brinmoor", "Ana Ruiz")}
    qtbot.waitUntil(lambda: ("change_settings", kept) in engine.calls)


# Decisions without a window ---------------------------------------------------------------------------------


def test_a_hit_of_a_sound_file_is_known_to_have_no_picture(tmp_path: Path, qtbot: QtBot) -> None:
    film, sound = make_clip(tmp_path / "clip.mp4"), make_clip(tmp_path / "sound.m4a", (), sound_s=1.0)
    stills = Stills()
    try:
        for path in (film, sound):
            with qtbot.waitSignal(stills.came):
                assert stills.picture(str(path), 0.2, QSize(96, 54), 1.0) is None
        assert [stills.only_heard(str(path)) for path in (film, sound)] == [False, True]
    finally:
        stills.end()


def test_a_next_page_goes_on_with_the_last_film_in_its_order_of_time() -> None:
    model = ResultsModel()
    other = {"file_uuid": "w", "file_name": "w.mp4"}
    model.show_page([hit(1, 4, "a", **other), hit(2, 1, "b"), hit(3, 5, "c")])
    model.add_page([hit(4, 4.5, "d"), hit(5, 9, "e"), hit(6, 8, "f", **other), hit(7, 6, "g", **other)])
    rows = [model.data(model.index(row), int(Qt.ItemDataRole.DisplayRole)) for row in range(model.rowCount())]
    assert rows == ["w.mp4", "a", "clip.mp4", "b", "d", "c", "e", "w.mp4", "g", "f"]


def test_a_long_line_is_cut_so_that_its_hit_can_be_seen() -> None:
    text = "word " * 60 + "needle in it"
    shown, marks = around(text, ((300, 306),), 90)
    assert [shown[start:end] for start, end in marks] == ["needle"]
    assert marks[0][0] < 60
    assert around("short", ((0, 5),), 90) == ("short", ((0, 5),))


@pytest.mark.parametrize("text", [" the budget", "the budget", "the budget, "])
def test_words_are_found_by_their_place_and_their_time(text: str) -> None:
    spoken = (Word(0.5, 0.7, " the", 0.9), Word(0.7, 1.4, " budget", 0.9))
    line = SpeechSegment(0.5, 1.4, text, "en", 0.9, 0.9, spoken)
    assert [word_at(line, place) for place in (0, 2, 4, 9)] == [0.5, 0.5, 0.7, 0.7]
    assert spoken_word(line, 0.8) == (4, 10)
    assert spoken_word(line, 2.0) is None

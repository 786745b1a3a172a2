"""The page of settings: every setting has words and a place; what is changed, refused or edited shows at once."""

import msgspec
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.setting_fields import SettingField
from momentry_desk.core.settings import FIELDS, SettingProblem
from momentry_desk.core.snapshot import ApiState
from momentry_desk.core.weights import ModelPhase, ModelReport
from momentry_desk.ui import setting_words
from momentry_desk.ui.folder_list import FolderList
from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.setting_row import SettingRow
from momentry_desk.ui.settings_page import SettingsPage
from momentry_desk.ui.spoken_languages import CODES
from momentry_desk.ui.theme import LIGHT
from tests.ui.fake_engine import FakeEngine
from tests.ui.test_api_button import Door


@pytest.fixture
def page(window: MainWindow) -> SettingsPage:
    window.pages.open("settings")
    return window.pages.settings


def box(row: SettingRow) -> QDoubleSpinBox:
    made = row.editor.focus_widget
    assert isinstance(made, QDoubleSpinBox)
    return made


def _key(field: SettingField) -> str:
    return field.key


def type_into(qtbot: QtBot, field: QDoubleSpinBox | QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_every_setting_has_its_words_and_one_place(qapp: QApplication) -> None:
    placed = [key for groups in setting_words.PAGES.values() for keys in groups.values() for key in keys]
    assert sorted(placed) == sorted(field.key for field in FIELDS)
    for field in FIELDS:
        said = setting_words.setting(field.key)
        assert said.label
        assert said.help.endswith(".")
        assert set(field.choices) <= set(said.choices)
        if field.default is None:
            assert said.unset, field.key


def test_the_languages_that_can_be_spoken_are_those_of_the_models() -> None:
    tokenizer = pytest.importorskip("faster_whisper.tokenizer")
    assert set(CODES.split()) == set(tokenizer._LANGUAGE_CODES)


def test_a_change_is_written_marked_and_set_back(qtbot: QtBot, engine: FakeEngine, page: SettingsPage) -> None:
    row = page.row("resources.keep_awake")
    switch = row.editor.focus_widget
    assert isinstance(switch, QCheckBox)
    assert (switch.isChecked(), switch.text(), row.is_changed) == (True, "On", False)
    switch.click()
    qtbot.waitUntil(lambda: row.is_changed)
    assert engine.table == {"resources.keep_awake": False}
    assert (switch.text(), row.mark.text()) == ("Off", "Changed")
    assert row.reset.toolTip() == "Back to the default: On"
    assert page.section("general").reset.isVisible()
    row.reset.click()
    qtbot.waitUntil(lambda: not row.is_changed)
    assert engine.current.settings.resources.keep_awake
    assert switch.isChecked()
    assert row.reset.isHidden()


def test_a_refused_number_says_why_and_stays_until_it_is_mended(
    qtbot: QtBot, engine: FakeEngine, page: SettingsPage
) -> None:
    page.show_page("resources")
    row = page.row("queue.cpu_threshold")
    assert box(row).text() == "80 %"
    type_into(qtbot, box(row), "500")
    qtbot.waitUntil(row.refusal.isVisible)
    assert row.refusal.text() == "⚠ cpu_threshold = 500 was not taken: it should be a number from 1 to 100."
    assert box(row).accessibleDescription() in row.refusal.text()
    engine.tell(remaining_s=1.0)
    assert box(row).text() == "500 %"
    type_into(qtbot, box(row), "65")
    qtbot.waitUntil(row.refusal.isHidden)
    assert engine.current.settings.queue.cpu_threshold == 65.0


def test_a_number_steps_within_its_bounds_and_is_written_when_it_rests(
    qtbot: QtBot, engine: FakeEngine, page: SettingsPage
) -> None:
    row = page.row("queue.max_concurrent")
    assert box(row).text() == "As the machine suggests"
    engine.calls.clear()
    for _ in range(3):
        qtbot.keyClick(box(row), Qt.Key.Key_Up)
    box(row).stepBy(1000)
    qtbot.waitUntil(lambda: engine.current.settings.queue.max_concurrent == 64)
    assert [call for call in engine.calls if call[0] == "change_settings"] == [
        ("change_settings", {"queue.max_concurrent": 64})
    ]
    unset = page.row("processors.face.interval_s")
    assert box(unset).text() == "As the preset says"
    box(unset).stepBy(1)
    qtbot.waitUntil(lambda: engine.current.settings.processors.face.interval_s == 0.2)
    assert box(unset).text() == "0.2 s"


def test_choices_ticks_and_lists_are_written(qtbot: QtBot, engine: FakeEngine, page: SettingsPage) -> None:
    page.show_page("processors")
    language = page.row("processors.asr.language").editor.focus_widget
    assert isinstance(language, QComboBox)
    assert language.currentText() == "Detected"
    language.setCurrentText("Deutsch")
    language.activated.emit(language.currentIndex())
    faces = page.row("processors.default").editor.focus_widget
    assert isinstance(faces, QCheckBox)
    faces.click()
    hosts = page.row("api.origins").editor.focus_widget
    assert isinstance(hosts, QLineEdit)
    page.show_page("api")
    type_into(qtbot, hosts, "http://a:1, http://b:2,")
    folders = page.row("library.folders").editor
    assert isinstance(folders, FolderList)
    folders.take("/footage")
    folders.take("/footage")
    expected = {
        "processors.asr.language": "de",
        "processors.default": ("asr", "ocr", "scene"),
        "api.origins": ("http://a:1", "http://b:2"),
        "library.folders": ("/footage",),
    }
    qtbot.waitUntil(lambda: engine.table == expected)
    folders.list.setCurrentRow(0)
    folders.remove.click()
    qtbot.waitUntil(lambda: engine.table["library.folders"] == ())


def test_what_is_edited_in_the_file_shows_and_what_is_wrong_in_it_is_told_with_its_line(
    engine: FakeEngine, page: SettingsPage
) -> None:
    engine.change_settings({"queue.max_retries": 9})
    row = page.row("queue.max_retries")
    assert box(row).text() == "9"
    problem = SettingProblem("queue.retry_delay", "retry_delay = 5 was not taken", 7)
    engine.tell(problems=(problem,))
    assert page.row("queue.retry_delay").refusal.text() == "⚠ Line 7 of the file: retry_delay = 5 was not taken"
    assert page.broken.isHidden()
    engine.tell(problems=(SettingProblem("", say(Said.SETTINGS_NOT_TOML, path="m.toml", why="line 4"), 4),))
    assert page.broken.text() == "⚠ Line 4 of the file: m.toml is not valid TOML: line 4."
    assert page.row("queue.retry_delay").refusal.isHidden()


def test_settings_are_found_by_their_words(page: SettingsPage) -> None:
    page.search.setText("memory lim")
    shown = [key for key in map(_key, FIELDS) if page.row(key).isVisible()]
    assert shown == ["queue.memory_threshold"]
    assert page.models.isHidden()
    page.search.setText("quite something else")
    assert page.nothing.isVisible()
    page.search.clear()
    assert page.row("queue.max_concurrent").isVisible()
    assert not page.row("queue.memory_threshold").isVisible()


def test_a_search_marks_no_page_and_ends_when_one_is_chosen(qtbot: QtBot, page: SettingsPage) -> None:
    page.show_page("general")
    page.search.setText("memory")
    assert page.nav.selectedItems() == []
    for name in ("general", "queue"):
        page.search.setText("memory")
        place = page.nav.item(list(setting_words.PAGES).index(name))
        qtbot.mouseClick(
            page.nav.viewport(), Qt.MouseButton.LeftButton, pos=page.nav.visualItemRect(place).center()
        )
        assert page.search.text() == ""
        assert page.nav.selectedItems() == [place]
        assert page.section(name).isVisibleTo(page)


def test_alt_with_its_letter_reaches_a_setting(qtbot: QtBot, page: SettingsPage) -> None:
    page.show_page("general")
    row = page.row("queue.max_concurrent")
    assert row.name.text() == "&Scans at once"
    window = page.window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(page.nav, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert row.editor.focus_widget.hasFocus()


def test_theme_and_language_are_switched_while_the_page_is_open(
    qtbot: QtBot, engine: FakeEngine, window: MainWindow, page: SettingsPage, qapp: QApplication
) -> None:
    languages = Languages(qapp)
    engine.snapshot_changed.connect(lambda snapshot: languages.speak(snapshot.settings.window.language))
    page.show_page("appearance")
    theme, language = (page.row(f"window.{name}").editor.focus_widget for name in ("theme", "language"))
    assert isinstance(theme, QComboBox)
    assert isinstance(language, QComboBox)
    try:
        theme.setCurrentText("Light")
        theme.activated.emit(theme.currentIndex())
        language.setCurrentText("简体中文")
        language.activated.emit(language.currentIndex())
        qtbot.waitUntil(lambda: page.nav.item(7).text() == "外观")
        assert qapp.palette().window().color() == LIGHT.colour("panel")
        assert QLocale().language() is QLocale.Language.Chinese
        assert (theme.currentText(), window.rail.items["settings"].text()) == ("浅色", "设置")
        assert box(page.row("queue.max_concurrent")).text() == "由本机决定"
        assert page.models.rows["yunet"].check.text() == "校验"
        assert page.row("window.theme").name.text() == "主题(&A)"
        assert page.nav.currentRow() == 7
    finally:
        engine.tell(
            settings=msgspec.structs.replace(
                engine.current.settings, window=type(engine.current.settings.window)(theme="dark", language="en")
            )
        )
    qtbot.waitUntil(lambda: page.nav.item(7).text() == "Appearance")


def test_a_model_offers_what_can_be_done_with_it_now(qtbot: QtBot, engine: FakeEngine, page: SettingsPage) -> None:
    page.show_page("processors")
    row = page.models.rows["whisper-tiny.en"]

    def offered() -> list[str]:
        return [one.text() for one in (row.fetch, row.stop, row.check, row.remove) if one.isVisible()]

    engine.models.tell(ModelReport("whisper-tiny.en", ModelPhase.MISSING, problem="No way there."))
    assert (offered(), row.state.text(), row.problem.text()) == (["Download"], "○ Not installed", "⚠ No way there.")
    row.fetch.setFocus()
    row.fetch.click()
    assert ("models.install", ("whisper-tiny.en",)) in engine.calls
    engine.models.tell(ModelReport("whisper-tiny.en", ModelPhase.FETCHING, 30_000_000, 60_000_000))
    assert (offered(), row.state.text(), row.bar.value()) == (["Stop"], "↓ 30.0 MB of 60.0 MB", 500)
    assert page.window().focusWidget() is row.stop
    engine.models.tell(ModelReport("whisper-tiny.en", ModelPhase.READY, removable=True, proven=True))
    assert (offered(), row.state.text()) == (["Check", "Remove"], "✓ Ready; every byte was checked")
    assert page.models.rows["ppocr-v6-small"].state.text() == "✓ Ready · comes with the program"


def test_the_api_is_shown_with_its_token_which_can_be_renewed(
    qtbot: QtBot, window: MainWindow, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door()
    renewed: list[str] = []
    monkeypatch.setattr(door, "renew_token", lambda: renewed.append("new"))
    window.serve(door)
    page.show_page("api")
    assert page.api.state.text() == "○ Other programs cannot reach the queue."
    door.tell(ApiState(problem="Port 8765 is taken by another program.", free_port=8766))
    page.api.free_port.click()
    qtbot.waitUntil(lambda: window.status_line.api is not None and page.row("api.port").is_changed)
    door.tell(ApiState(url="http://127.0.0.1:8766"))
    page.api.token.click()
    assert QGuiApplication.clipboard().text() == "a-token-of-16-signs"
    page.api.renew.click()
    question = page.api.findChild(QMessageBox)
    assert question is not None
    assert renewed == []
    next(one for one in question.buttons() if one.text() == "Renew").click()
    assert renewed == ["new"]
    assert "new token" in page.api.told.text()


def test_in_the_narrowest_window_what_is_set_stands_below_its_words(
    window: MainWindow, page: SettingsPage, qtbot: QtBot
) -> None:
    window.resize(window.minimumSize())
    row = page.row("queue.max_concurrent")
    qtbot.waitUntil(lambda: row.editor.y() > row.help.geometry().bottom())
    edge = row.editor.mapTo(page.area.viewport(), row.editor.rect().bottomRight()).x()
    assert edge < page.area.viewport().width()

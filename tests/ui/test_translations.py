"""Every word of the window is marked for translation, and said in Chinese."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.sentences import TEXTS, Said, say
from momentry_desk.ui import sentences, words
from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.translations import TRANSLATIONS, compile_translations
from tests.ui.fake_engine import FakeEngine, task_row

UI = Path(__file__).resolve().parents[2] / "momentry_desk" / "ui"
SOURCES = sorted(UI.glob("*.py"))

#: What shows its argument to a person.
_SPEAKING = {
    "setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setWindowTitle", "setStatusTip",
    "setInformativeText", "setPlaceholderText", "addAction", "addMenu", "addButton", "drawText", "setLabelText",
    "QLabel", "QPushButton", "QAction", "QToolButton", "QMenu", "QMessageBox", "QGroupBox", "QCheckBox",
}  # fmt: skip

#: What carries a sentence of another room to the window.
_SAYING = {
    "StoreTrouble", "StartRefused", "SettingsRefused", "ExportRefused", "CallbackRefused", "CannotListen",
    "TokenTrouble", "ProcessorTrouble", "MissingModel", "UnknownProcessor", "Rejected", "Failure",
    "SettingProblem", "notice", "_trouble",
}  # fmt: skip


def _messages(file: Path) -> dict[tuple[str, str, str], ElementTree.Element]:
    found = {}
    for context in ElementTree.parse(file).iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            key = (name, message.findtext("source") or "", message.findtext("comment") or "")
            found[key] = message
    return found


def _freshly_collected(folder: Path) -> Path:
    tool = shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent)) or shutil.which("pyside6-lupdate")
    assert tool is not None
    target = folder / "fresh.ts"
    command = [tool, *map(str, SOURCES), "-ts", str(target), "-locations", "none"]
    subprocess.run(command, check=True, capture_output=True)
    return target


def test_the_chinese_file_holds_every_marked_string_and_no_other(tmp_path: Path) -> None:
    fresh = _messages(_freshly_collected(tmp_path))
    kept = _messages(TRANSLATIONS / "momentry_desk_zh_CN.ts")
    assert set(fresh) == set(kept)


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_no_string_is_left_untranslated(language: str) -> None:
    unfinished = []
    for key, message in _messages(TRANSLATIONS / f"momentry_desk_{language}.ts").items():
        translation = message.find("translation")
        assert translation is not None
        forms = translation.findall("numerusform") or [translation]
        if translation.get("type") or not all((form.text or "").strip() for form in forms):
            unfinished.append(key)
    assert unfinished == []


def test_a_translation_keeps_its_placeholders() -> None:
    for (_, source, _), message in _messages(TRANSLATIONS / "momentry_desk_zh_CN.ts").items():
        said = "".join((message.find("translation") or message).itertext())
        marks = r"\{\w+\}|%n"
        assert set(re.findall(marks, source)) == set(re.findall(marks, said)), source


def test_the_engine_s_sentences_are_said_in_chinese_too(qapp: QApplication) -> None:
    compile_translations()
    assert sentences.texts() == TEXTS
    text = say(Said.SOUND_LOST, seconds="3.2", file="婚礼.mp4")
    languages = Languages(qapp)
    try:
        languages.speak("zh_CN")
        assert sentences.in_words(text) == "婚礼.mp4 的声音有 3.2 秒损坏或缺失。能读取的部分已扫描。"
        assert sentences.in_words("Something else.") == "Something else."
        taken = f"{say(Said.PORT_TAKEN, port=8765, host='127.0.0.1')} {say(Said.NEXT_FREE_PORT, port=8766)}"
        assert sentences.in_words(taken) == "127.0.0.1 上的端口 8765 已被另一个程序占用。下一个空闲端口是 8766。"
        assert sentences.in_words(f"{say(Said.NOT_RUNNING)} It is late.") == "Momentry Desk 已不再运行。It is late."
    finally:
        languages.speak("en")


def test_what_the_other_rooms_say_by_an_exception_has_a_code() -> None:
    uncoded = []
    for room in ("core", "engine", "export", "footage", "http", "processors", "store", "ui"):
        for file in sorted((UI.parent / room).glob("*.py")):
            # What the routes refuse, and what a script of the tests says, no window shows.
            if file.stem.endswith("_routes") or file.stem in ("scripted", "weight_fetch"):
                continue
            calls = [one for one in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(one, ast.Call)]
            for call in calls:
                if getattr(call.func, "attr", getattr(call.func, "id", "")) in _SAYING:
                    uncoded += [(file.name, call.lineno) for one in call.args if " " in _plain_words(one)]
    assert uncoded == []


def _plain_words(node: ast.expr) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    literals = [part.value for part in parts if isinstance(part, ast.Constant)]
    return "".join(one for one in literals if isinstance(one, str)).strip()


def test_nothing_is_shown_that_is_not_marked() -> None:
    unmarked = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in _SPEAKING:
                continue
            literals = [one.value for one in node.args if isinstance(one, ast.Constant)]
            said = [one for one in literals if isinstance(one, str) and any(letter.isalpha() for letter in one)]
            unmarked += [(file.name, node.lineno, one) for one in said]
    assert unmarked == []


def test_a_change_of_language_reaches_a_window_that_is_open(
    window: MainWindow, engine: FakeEngine, qapp: QApplication, qtbot: QtBot
) -> None:
    compile_translations()
    failed = task_row(1, status=TaskStatus.FAILED, failure_kind=FailureKind.DISK_FULL)
    engine.put([failed, task_row(2)])
    languages = Languages(qapp)
    try:
        languages.speak("zh_CN")
        qtbot.waitUntil(lambda: window.toolbar.pause.text() == "暂停")
        assert window.status_line.text() == "1 个等待"
        model = window.desk.queue_model
        assert model.data(model.index(1, 2)) == "失败：磁盘已满"
    finally:
        languages.speak("en")
    qtbot.waitUntil(lambda: window.toolbar.pause.text() == "Pause")


@pytest.mark.parametrize("kind", list(FailureKind))
def test_every_kind_of_failure_names_the_cause_and_a_next_step(kind: FailureKind) -> None:
    said = words.failure(kind, "clip.mp4", 0)
    assert said.cause.endswith(".")
    assert said.next_step.endswith(".")
    assert words.failed_in_short(kind) != ""

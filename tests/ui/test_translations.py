"""Every word of the window is marked for translation, and said in Chinese."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from momentry_desk.core import words as core_words
from momentry_desk.core.model import FailureKind, TaskStatus
from momentry_desk.core.people import number_of
from momentry_desk.core.sentences import TEXTS, Said, say
from momentry_desk.ui import sentences, words
from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.search_bar import SearchBar
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.translations import TRANSLATIONS, compile_translations
from tests.ui.fake_engine import FakeEngine, task_row

UI = Path(__file__).resolve().parents[2] / "momentry_desk" / "ui"
SOURCES = sorted(UI.glob("*.py"))

#: What shows its argument to a person.
_SPEAKING = {
    "setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setWindowTitle", "setStatusTip",
    "setInformativeText", "setPlaceholderText", "addAction", "addMenu", "addButton", "drawText", "setLabelText",
    "QLabel", "QPushButton", "QAction", "QToolButton", "QMenu", "QMessageBox", "QGroupBox", "QCheckBox",
    "setTitle", "setSuffix", "setPrefix", "setWhatsThis", "setSpecialValueText", "addItem", "addItems", "addTab",
    "insertItem", "setTabText", "setHtml", "setPlainText", "setDetailedText", "showMessage",
    "setDescription", "QRadioButton",
}  # fmt: skip
#: What marks a string, and what takes strings that nobody sees.
_MARKING = {"tr", "translate"}
_UNSEEN = {"setObjectName", "setProperty", "setStyleSheet", "debug", "info", "warning", "error", "exception"}
#: The same in every language.
_MODELS = {f"Whisper {name}" for name in ("base", "tiny.en", "small", "large v3 turbo")}
_NAMES = {"Momentry Desk", "&nbsp;&nbsp;", *_MODELS}
#: Two words at least, the first with a capital, or a full stop behind: that is said to a person.
_SENTENCE = re.compile(r"^[A-Z][a-z]+ \w+|\w+ \w+\.$")

#: What carries a sentence of another room to the window.
_SAYING = {
    "StoreTrouble", "StartRefused", "SettingsRefused", "ExportRefused", "CallbackRefused", "CannotListen",
    "TokenTrouble", "ProcessorTrouble", "MissingModel", "UnknownProcessor", "Rejected", "Failure",
    "SettingProblem", "notice", "_trouble", "FetchTrouble", "_SourceTrouble",
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


def test_what_somebody_without_a_name_is_called_is_searched_for_in_every_language(qapp: QApplication) -> None:
    compile_translations()
    languages = Languages(qapp)
    try:
        for language in ("en", "zh_CN"):
            languages.speak(language)
            assert number_of(core_words.words(words.person(12))) == 12
    finally:
        languages.speak("en")


def test_no_two_chips_of_the_search_are_called_the_same(qapp: QApplication, theme: Theme) -> None:
    compile_translations()
    languages = Languages(qapp)
    try:
        for language in ("en", "zh_CN"):
            languages.speak(language)
            bar = SearchBar(theme)
            said = [chip.text().rstrip(" ▾") for chip in (*bar.kinds.values(), bar.person, bar.folder, bar.date)]
            assert len(set(said)) == len(said) == 7
            bar.stop()
            bar.deleteLater()
    finally:
        languages.speak("en")


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


def test_both_reasons_of_a_failed_download_are_said_in_chinese(qapp: QApplication) -> None:
    compile_translations()
    reasons = {
        "index": say(Said.FETCH_UNREACHED, host="pypi.example", why="Name or service not known"),
        "hub": say(Said.FETCH_ANSWERED, url="https://hub.example/model.bin", status="404 Not Found"),
    }
    text = f"{say(Said.FETCH_FAILED, model='m', **reasons)} {say(Said.FETCH_GOES_ON, model='m')}"
    languages = Languages(qapp)
    try:
        languages.speak("zh_CN")
        assert sentences.in_words(text) == (
            "模型 m 无法下载：无法连接到 pypi.example（Name or service not known）；"
            "https://hub.example/model.bin 没有发送文件，而是回应了 404 Not Found。"
            "重试即可从中断处继续，也可运行 `momentry-desk models install m`。"
        )
    finally:
        languages.speak("en")


def test_a_language_whose_words_are_missing_is_noticed(qapp: QApplication, tmp_path: Path) -> None:
    compile_translations()
    bare = Languages(qapp, tmp_path)
    try:
        bare.speak("zh_CN")
        assert bare.missing == tmp_path / "momentry_desk_zh_CN.qm"
        bare.speak("en")
        assert bare.missing is None
    finally:
        bare.speak("en")
        whole = Languages(qapp)
        whole.speak("en")
    assert whole.missing is None


def test_what_the_other_rooms_say_by_an_exception_has_a_code() -> None:
    uncoded = []
    for room in ("core", "engine", "export", "footage", "http", "processors", "store", "ui"):
        for file in sorted((UI.parent / room).glob("*.py")):
            # What the routes refuse, and what a script of the tests says, no window shows.
            if file.stem.endswith("_routes") or file.stem == "scripted":
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


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _literals(node: ast.AST) -> Iterator[str]:
    """The text in an expression, whole or in pieces, but not what is asked of other functions or compared with."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.Call(func=ast.Attribute(value=inner)) as call if _name(call) not in _MARKING:
            yield from _literals(inner)
        case ast.Call() | ast.Compare() | ast.Subscript():
            pass
        case ast.IfExp(body=body, orelse=orelse):
            yield from _literals(body)
            yield from _literals(orelse)
        case ast.FormattedValue(value=value):
            yield from _literals(value)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _literals(child)


def _unmarked(source: str) -> list[tuple[int, str]]:
    """What is handed unmarked to something that shows it; and every sentence that is marked nowhere."""
    tree = ast.parse(source)
    found: set[tuple[int, str]] = set()
    aside: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ):
            aside |= {id(one.value) for one in body if isinstance(one, ast.Expr)}
        if isinstance(node, ast.Call):
            if _name(node) in _MARKING | _UNSEEN:
                aside |= {id(one) for part in node.args for one in ast.walk(part)}
            if _name(node) in _SPEAKING:
                for part in (*node.args, *(keyword.value for keyword in node.keywords)):
                    said = [text for text in _literals(part) if any(letter.isalpha() for letter in text)]
                    found |= {(node.lineno, text) for text in said}
        if isinstance(node, ast.Raise | ast.Compare):
            aside |= {id(one) for one in ast.walk(node)}
    for node in ast.walk(tree):
        text = getattr(node, "value", None)
        if isinstance(node, ast.Constant) and isinstance(text, str) and id(node) not in aside:
            found |= {(node.lineno, text)} if _SENTENCE.search(text) else set()
    return sorted(one for one in found if one[1] not in _NAMES)


def test_nothing_is_shown_that_is_not_marked() -> None:
    found = {file.name: lines for file in SOURCES if (lines := _unmarked(file.read_text("utf-8")))}
    # The style sheet is no sentence.
    found.pop("theme.py", None)
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        'label.setText("Hello")',
        'label.setText(f"{count} videos")',
        'label.setText("On" if on else "Off")',
        'label.setText("Held: {}".format(n))',
        'QLabel(text="Hello")',
        'box.addItem("✓ " + "ready")',
        'said = "All of it stays here."',
    ],
)
def test_a_string_that_is_not_marked_is_found(line: str) -> None:
    assert _unmarked(line)


@pytest.mark.parametrize(
    "line",
    [
        'label.setText(self.tr("Hello"))',
        'label.setText(translate("Words", "{0} of {1}").format(a, b))',
        'label.setText("" if mode == "Hidden one" else f"✓ {said}")',
        'label.setObjectName("Some name here")',
        'raise ValueError("This is for programmers.")',
    ],
)
def test_what_is_marked_or_never_shown_is_let_be(line: str) -> None:
    assert _unmarked(line) == []


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

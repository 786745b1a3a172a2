"""From the moment of a drop on the window says what it looks at, until that stands in the list."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from momentry_desk.core.snapshot import Added, Submitted
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row


@pytest.fixture
def answers(engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> list["Future[Added]"]:
    """Of the engine, which reads what it was given until the test answers for it."""
    made: list[Future[Added]] = []

    def add(paths: Sequence[str]) -> "Future[Added]":
        made.append(Future())
        return made[-1]

    monkeypatch.setattr(engine, "add", add)
    return made


def test_what_was_dropped_is_told_of_until_it_stands_in_the_list(
    window: MainWindow, engine: FakeEngine, answers: list["Future[Added]"], qtbot: QtBot
) -> None:
    texts: list[str] = []
    window.adding.changed.connect(lambda _: texts.append(window.status_line.text()))
    window.add(("/footage/a.mp4", "/footage/b.mov"))
    assert window.status_line.text() == "Adding 2 files…"
    assert window.desk.waiting.isVisible()
    assert window.desk.waiting.title.text() == "Adding 2 files…"
    qtbot.waitUntil(lambda: bool(answers))
    answers[0].set_result(Added(("video_000001",), (Submitted("task_000001", "video_000001", 1),)))
    # The engine has answered, and tells of its rows a moment later.
    qtbot.waitUntil(lambda: bool(window.adding._until_told))
    assert window.status_line.text() == "Adding 2 files…"
    engine.put([task_row(1)])
    assert window.status_line.text() == "1 waiting"
    assert not window.desk.waiting.isVisible()
    assert "Nothing to do" not in texts


def test_what_runs_is_told_beside_it(
    window: MainWindow, engine: FakeEngine, answers: list["Future[Added]"], qtbot: QtBot
) -> None:
    engine.put([task_row(1)])
    window.status_line.tell("No files were copied that could be pasted.")
    window.add(("/footage/wedding",))
    assert window.status_line.text() == "Adding wedding… · 1 waiting"
    assert not window.desk.waiting.isVisible()
    qtbot.waitUntil(lambda: bool(answers))
    answers[0].set_exception(OSError("It broke."))
    qtbot.waitUntil(lambda: window.status_line.text() == "1 waiting")


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (("/f/a.MP4", "/f/b.mov", "/f/c.wav"), "Adding 3 files…"),
        (("/f/a.mp4", "/f/wedding"), "Adding 2 files and folders…"),
        (("/f/A001_C003_20261130_interview_harbour_take_12.mov",), "Adding A001_C003_202611…bour_take_12.mov…"),
        (("/",), "Adding /…"),
    ],
)
def test_it_is_told_of_in_few_words(
    window: MainWindow, answers: list["Future[Added]"], qtbot: QtBot, paths: tuple[str, ...], said: str
) -> None:
    window.add(paths)
    assert window.adding.words() == said
    qtbot.waitUntil(lambda: bool(answers))


@pytest.fixture
def unread(engine: FakeEngine, theme: Theme, loop: QEventLoop) -> Iterator[MainWindow]:
    """A window whose engine has not opened the library yet."""
    made = MainWindow(engine, theme)  # type: ignore[arg-type]
    made.show()
    yield made
    made.leave()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_until_the_library_is_open_the_window_says_so(unread: MainWindow) -> None:
    page = unread.desk.waiting
    assert page.isVisible()
    assert page.title.text() == unread.status_line.text() == "Opening your library…"
    unread.read_all()
    assert not page.isVisible()
    assert unread.status_line.text() == "Nothing to do"

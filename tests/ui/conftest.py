"""A window over an engine in memory, and a watch that nothing of Qt outlives its test."""

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from shiboken6 import isValid

from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.theme import Theme
from momentry_desk.ui.translations import compile_translations
from tests.ui.fake_engine import FakeEngine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = str(__file__).removesuffix("conftest.py")
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # Said of the offscreen platform itself, whatever a program does.
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(scope="session")
def _the_loop(qapp: QApplication) -> Iterator[QEventLoop]:
    loop = QEventLoop(qapp)
    yield loop
    loop.close()


@pytest.fixture
def loop(_the_loop: QEventLoop) -> Iterator[QEventLoop]:
    """asyncio on Qt's event loop, which pytest-qt drives."""
    asyncio._set_running_loop(_the_loop)
    yield _the_loop
    asyncio._set_running_loop(None)


def _bury(app: QApplication) -> None:
    """Let what is to be deleted be deleted."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.processEvents()
        gc.collect()


def _threads() -> set[threading.Thread]:
    """Those that live: of a thread that it did not start itself (the engine's) Python never hears the end."""
    tasks = Path("/proc/self/task")
    live = {int(entry.name) for entry in tasks.iterdir()} if tasks.is_dir() else None
    return {one for one in threading.enumerate() if live is None or one.native_id in live}


@pytest.fixture(autouse=True)
def nothing_is_left(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """Fails a test that leaves a thread, a running timer or a top-level widget."""
    threads = _threads()
    windows = {id(widget) for widget in QApplication.topLevelWidgets()}
    gc.disable()
    # What was there before is none of this test's: the looks below would take most of the suite's time over it.
    gc.freeze()
    yield
    # The runner holds what the fixtures gave until after this. A window among it would be looked through by no
    # collection any more: frozen with the next test, each lived to the end with all that hangs on it.
    request.node.funcargs.clear()
    gc.enable()
    _bury(qapp)
    left = [thread.name for thread in _threads() - threads]
    assert not left, f"threads left: {left}"
    still = [repr(widget) for widget in QApplication.topLevelWidgets() if id(widget) not in windows]
    assert not still, f"windows left: {still}"
    timers = [one for one in gc.get_objects() if isinstance(one, QTimer) and isValid(one) and one.isActive()]
    gc.unfreeze()
    assert not timers, f"timers left: {[(one.interval(), one.parent()) for one in timers]}"


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    compile_translations()
    Languages(qapp).speak("en")
    return Theme(qapp, "dark")


@pytest.fixture
def engine(qapp: QApplication) -> Iterator[FakeEngine]:
    made = FakeEngine()
    yield made
    made.deleteLater()


@pytest.fixture
def bury() -> Iterator[Callable[[QWidget], QWidget]]:
    """Takes widgets whose end is the end of the test."""
    widgets: list[QWidget] = []

    def take(widget: QWidget) -> QWidget:
        widgets.append(widget)
        return widget

    yield take
    for widget in widgets:
        if isValid(widget):
            widget.close()
            widget.deleteLater()


@pytest.fixture
def window(qtbot: QtBot, engine: FakeEngine, theme: Theme, loop: QEventLoop) -> Iterator[MainWindow]:
    """The main window over the engine in memory, shown and with the queue read."""
    made = MainWindow(engine, theme)  # type: ignore[arg-type]
    made.resize(1280, 800)
    made.show()
    made.read_all()
    yield made
    made.leave()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

"""Runs the window: the Qt application, its event loop under asyncio, its look and language, and its orderly end."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QEvent, QObject, QSettings, QSocketNotifier, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from momentry_desk.core.settings import WindowSettings
from momentry_desk.core.snapshot import QueueSnapshot
from momentry_desk.engine.aside import aside
from momentry_desk.engine.collector import Collector
from momentry_desk.engine.errors import StartRefused
from momentry_desk.ui.api_button import ApiDoor
from momentry_desk.ui.languages import Languages
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.notices import CRASH_REPORT, NO_TRANSLATION, Notice
from momentry_desk.ui.start_refused import explain
from momentry_desk.ui.theme import Theme

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine


# FreeType thickens the stems of CFF fonts, which the usual Chinese ones on Linux are, for dark text on white; light
# text on black it makes bold. Less than half of its own amounts (400, 275) looks right both ways. Elsewhere unused.
_STEMS = "cff:darkening-parameters=500,180,1000,120,1667,120,2333,0"


#: How long another thread of this process may go on with Python while the window's waits for its turn, which it
#: does a hundred times in one painting. With Python's own 5 ms the engine's work made the window stutter.
_TURN_S = 0.0005


class Application(QApplication):
    """The application. `files_opened` carries paths that the system hands over (a drop on the icon)."""

    files_opened = Signal(object)  # tuple[str, ...]

    def __init__(self, arguments: Sequence[str]) -> None:
        # Read when the first font is loaded.
        os.environ.setdefault("FREETYPE_PROPERTIES", _STEMS)
        super().__init__(list(arguments))
        self.setApplicationName("momentry-desk")
        self.setApplicationDisplayName("Momentry Desk")
        self.setDesktopFileName("momentry-desk")
        # The engine's end is awaited before the program ends.
        self.setQuitOnLastWindowClosed(False)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.files_opened.emit((event.file(),))
            return True
        return super().event(event)


def run_window(
    engine: "Engine",
    *,
    application: Application,
    api: ApiDoor | None = None,
    state_file: Path | None = None,
    paths: Sequence[str] = (),
    crash_report: Path | None = None,
    hand_over: Callable[[], bool] = lambda: False,
) -> int:
    """Show the window of `engine`, start the engine, and return the exit code once both have ended.

    `api` is what other programs come in by; `state_file` keeps the window's sizes (an .ini); `paths` are added as
    if they had been dropped; `crash_report` is what the last life left when it broke; `hand_over` gives `paths` to
    the program that began on the folder at the same instant, and may block. The engine must have been
    made after `application`, on this thread, and not be started yet.
    """
    sys.setswitchinterval(_TURN_S)
    Collector(application)
    state = QSettings(str(state_file), QSettings.Format.IniFormat) if state_file else None
    looks = _last_looks(state)
    theme = Theme(application, looks.theme)
    languages = Languages(application)
    languages.speak(looks.language)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(application)) as runner:
        return runner.run(_live(engine, application, theme, languages, state, api, paths, crash_report, hand_over))


def _last_looks(state: QSettings | None) -> WindowSettings:
    """Theme and language of the last life: the engine reads the settings only after the window is there."""
    if state is None:
        return WindowSettings()
    kept = {key: state.value(f"window/{key}") for key in ("theme", "language")}
    try:
        return msgspec.convert({key: value for key, value in kept.items() if value is not None}, WindowSettings)
    except msgspec.ValidationError:
        return WindowSettings()


async def _live(
    engine: "Engine",
    application: Application,
    theme: Theme,
    languages: Languages,
    state: QSettings | None,
    api: ApiDoor | None,
    paths: Sequence[str],
    crash_report: Path | None,
    hand_over: Callable[[], bool],
) -> int:
    over = asyncio.Event()
    window = MainWindow(engine, theme, state=state)
    window.closed.connect(over.set)
    if api is not None:
        window.serve(api)

    def speak(snapshot: QueueSnapshot) -> None:
        languages.speak(snapshot.settings.window.language)
        tell_of_language()

    def tell_of_language() -> None:
        if languages.missing is not None:
            window.notices.take([Notice(str(languages.missing), NO_TRANSLATION, "")])

    engine.snapshot_changed.connect(speak)
    application.files_opened.connect(window.add)
    engine.window_wanted.connect(window.come_forward)
    # A logout or an end from outside asks no question: there is nobody to answer it.
    application.commitDataRequest.connect(lambda _: window.leave())
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: window.leave())
    _hear_signals(window)
    tell_of_language()
    if crash_report is not None:
        window.notices.take([Notice(str(crash_report), CRASH_REPORT, "")])
    window.show()
    code = 0
    try:
        await asyncio.wrap_future(engine.start())
    except Exception as error:  # noqa: BLE001 whatever kept it from starting, the person is told, not a console
        taken = isinstance(error, StartRefused) and error.taken
        if taken and await asyncio.wrap_future(aside(hand_over)):
            code = 0
        else:
            code = 1
            told = asyncio.ensure_future(explain(window, error, lambda: engine.restore(engine.data_folder)))
            # A logout or an end from outside does not wait until somebody has read it.
            window.closed.connect(told.cancel)
            await asyncio.wait((told,))
        window.leave()
    else:
        window.read_all()
        window.add(tuple(paths))
    await over.wait()
    engine.stop()
    window.deleteLater()
    return code


def _hear_signals(parent: QObject) -> None:
    """Python's handlers run in Python's turn alone, which a program at rest does not take for seconds. So that they
    run at once each signal writes a byte that the event loop waits for."""
    heard, told = socket.socketpair()
    for end in (heard, told):
        end.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    notifier = QSocketNotifier(heard.fileno(), QSocketNotifier.Type.Read, parent)
    notifier.activated.connect(lambda: heard.recv(64))

    def let_go() -> None:
        signal.set_wakeup_fd(-1)
        heard.close()
        told.close()

    parent.destroyed.connect(let_go)


def make_application(arguments: Sequence[str] = ()) -> Application:
    """The one application of this process; to be made before the engine, whose signals need it."""
    return Application(arguments or sys.argv[:1])

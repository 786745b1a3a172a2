"""The composition root: wires the rooms together, for the window and for the command line."""

import logging
import logging.handlers
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.settings import ApiSettings
from momentry_desk.engine import folders
from momentry_desk.engine.collector import Collector
from momentry_desk.engine.crash_report import CrashReport
from momentry_desk.engine.engine import Engine
from momentry_desk.http.server import ApiServer
from momentry_desk.http.switch import ApiSwitch

_LOG_BYTES = 1_000_000
_LOGS = 3


def open_engine(data: str | None = None, config: str | None = None) -> Engine:
    """An engine that is not started yet, over the data folder and settings that were asked for."""
    folder = folders.data_folder(data)
    _log_into(folder / "logs")
    return Engine(folder, settings_path=folders.settings_file(config, folder))


def make_headless_application() -> QCoreApplication:
    """The Qt application of a run without a window, with Python's collector tied to its thread."""
    application = QCoreApplication.instance() or QCoreApplication(sys.argv[:1])
    application.setApplicationName("momentry-desk")
    Collector(application)
    return application


def make_api(
    engine: Engine,
    settings: ApiSettings,
    data: str | None,
    *,
    token: str | None = None,
    token_path: Path | None = None,
) -> ApiServer:
    """The API over a started engine, not started yet."""
    return ApiServer(engine, settings, data_folder=folders.data_folder(data), token=token, token_path=token_path)


def run_window(
    paths: Sequence[str], data: str | None, config: str | None, *, hand_over: Callable[[], bool] = lambda: False
) -> int:
    """Show the window until it is closed; `paths` are added as if they had been dropped. `hand_over` gives them to
    the program that has the data folder already, and brings that one forward; it may block."""
    from momentry_desk.ui.application import make_application
    from momentry_desk.ui.application import run_window as show

    application = make_application(sys.argv[:1])
    engine = open_engine(data, config)
    engine.has_window = True
    folder = folders.data_folder(data)
    api = ApiSwitch(engine, folder)
    report = CrashReport(folder / "logs")
    left = report.begin()
    try:
        return show(
            engine,
            application=application,
            api=api,
            state_file=folder / "window.ini",
            paths=paths,
            crash_report=left,
            hand_over=hand_over,
        )
    finally:
        api.stop()
        report.end()


def _log_into(folder: Path) -> None:
    """Write the program's log into `folder`; without it (a full disk) the program runs all the same.

    MOMENTRY_LOG=debug makes it say more. What was said, written or seen in a video stands in no log.
    """
    root = logging.getLogger("momentry_desk")
    root.setLevel(logging.DEBUG if os.environ.get("MOMENTRY_LOG") == "debug" else logging.INFO)
    root.propagate = False
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    try:
        folders.make_private(folder.parent)
        folders.make_private(folder)
        handler = logging.handlers.RotatingFileHandler(
            folder / "momentry.log", maxBytes=_LOG_BYTES, backupCount=_LOGS, encoding="utf-8", delay=True
        )
    except OSError:
        root.addHandler(logging.NullHandler())
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)

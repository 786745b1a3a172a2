"""What outlives a restart, and what makes a scan another one."""

from collections.abc import Callable

import pytest

from momentry_desk.core.model import PROCESSOR_VERSIONS, TaskStatus
from momentry_desk.core.settings import Settings
from momentry_desk.engine.commands import options_fingerprint
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.processor_versions import version_of

S = 20.0


def test_what_scans_take_is_known_after_a_restart(
    make_engine: Callable[..., Engine], clip: Callable[..., str], wait_until: Callable[..., None]
) -> None:
    first = make_engine()
    first.add([clip("a.mp4")], processors=("face",)).result(S)
    wait_until(lambda: first.snapshot().counts.completed == 1)
    assert first.stop()
    again = make_engine()
    again.pause().result(S)
    again.add([clip("b.mp4")], processors=("face",)).result(S)
    wait_until(lambda: all(video.media for video in again.videos().result(S)), what="the probe")

    def remaining() -> float | None:
        (waiting,) = (row for row in again.rows().result(S) if row.status is TaskStatus.PENDING)
        return waiting.remaining_s

    wait_until(lambda: remaining() is not None, what="an estimate")


def test_a_new_version_of_a_processor_is_another_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    version_of.cache_clear()
    before = options_fingerprint(Settings(), ("face",)), options_fingerprint(Settings(), ("asr",))
    monkeypatch.setitem(PROCESSOR_VERSIONS, "face", "another")
    version_of.cache_clear()
    assert options_fingerprint(Settings(), ("face",)) != before[0]
    assert options_fingerprint(Settings(), ("asr",)) == before[1]
    version_of.cache_clear()
    assert version_of("nobody brings this") == ""

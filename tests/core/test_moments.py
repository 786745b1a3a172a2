"""What a moment says of itself."""

import pytest

from momentry_desk.core.moments import RUN_UP_S, Hit


@pytest.mark.parametrize(("kind", "run_up_s"), [("speech", RUN_UP_S), ("text", RUN_UP_S), ("face", 0), ("file", 0)])
def test_what_is_said_or_written_is_played_with_what_leads_up_to_it(kind: str, run_up_s: float) -> None:
    assert 1 <= RUN_UP_S <= 2
    assert Hit(1, "v", "/v.mp4", "v.mp4", kind, 5.0, 6.0, "a word").run_up_s == run_up_s

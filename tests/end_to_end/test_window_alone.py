"""Places alone, without a command, mean the window."""

import argparse

import pytest

from momentry_desk import cli


@pytest.mark.parametrize("given", [[], ["--data", "d"], ["--data", "d", "--config", "c"]])
def test_no_command_opens_the_window(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str | None] = []

    def run(parsed: argparse.Namespace) -> int:
        opened.append(parsed.data)
        return 0

    monkeypatch.setattr(cli.gui, "run", run)
    assert cli.main(given) == 0
    assert opened == ["d" if given else None]


def test_a_command_after_the_places_is_no_file_of_the_window() -> None:
    with pytest.raises(SystemExit):
        cli.main(["--data", "d", "status"])

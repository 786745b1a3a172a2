"""What goes along with a report of trouble, and what must not."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from momentry_desk.engine.engine import Engine


def test_diagnostics_hold_logs_and_settings_without_secrets_and_without_the_home_folder(
    make_engine: Callable[..., Engine], data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    engine = make_engine()
    engine.change_settings({"api.callback_secret": "hush-hush", "library.folders": (f"{tmp_path}/films",)}).result(
        10
    )
    logs = data_folder / "logs"
    logs.mkdir(exist_ok=True)
    (logs / "momentry.log").write_text(f"opened {tmp_path}/films/a.mp4\n", "utf-8")
    (data_folder / "api-token").write_text("a-token", "utf-8")
    target = tmp_path / "trouble.zip"
    engine.about.save_diagnostics(target).result(10)
    with zipfile.ZipFile(target) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(held) == {"about.json", "settings.json", "logs/momentry.log"}
    assert held["logs/momentry.log"] == "opened ~/films/a.mp4\n"
    whole = "".join(held.values())
    assert "hush" not in whole
    assert str(tmp_path) not in whole
    assert "a-token" not in whole
    assert json.loads(held["settings.json"])["library"]["folders"] == ["~/films"]
    assert json.loads(held["about.json"])["packages"]["av"] != "?"

"""A window that is started while another begins on the same data folder."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.ui.display import ROOT, until

SAMPLE = ROOT / "resources" / "sample.mp4"


def test_of_two_starts_at_once_one_goes_on_with_the_files_of_both(tmp_path: Path) -> None:
    """As with a double click too many, or two files opened with the program."""
    settings = tmp_path / "momentry.toml"
    settings.write_text('[privacy]\nfaces = "no"\n[processors]\ndefault = ["ocr"]\n')
    data, names = tmp_path / "data", ("a.mp4", "b.mp4")
    for name in names:
        (tmp_path / name).write_bytes(SAMPLE.read_bytes() + name.encode())
    command = [sys.executable, "-m", "momentry_desk", "gui", "--data", str(data), "--config", str(settings)]
    starts = [
        subprocess.Popen(
            [*command, str(tmp_path / name)], cwd=ROOT, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        )
        for name in names
    ]
    try:
        until(lambda: any(one.poll() is not None for one in starts), "both stayed", 20)
        assert sorted(str(one.poll()) for one in starts) == ["0", "None"]
        until(lambda: _files(data) == set(names), "a file was lost")
        for one in starts:
            one.terminate()
        assert [one.wait(20) for one in starts] == [0, 0]
    finally:
        for one in starts:
            one.kill()
            one.wait()


def _files(data: Path) -> set[str]:
    with sqlite3.connect(f"file:{data / 'momentry.sqlite3'}?mode=ro", uri=True) as database:
        found = {str(name) for (name,) in database.execute("SELECT file_name FROM queue_tasks")}
    database.close()
    return found

"""The real program from outside, with the real worker on files that say what the worker does."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 60


class Program:
    """Runs the program over one data folder, and knows every process of it by the mark in their environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.mark = f"MOMENTRY_TEST_MARK={folder}"
        self.clips = folder / "clips"
        self.clips.mkdir()
        self.data.mkdir(mode=0o700)
        self.settings()
        self.ledger = folder / "ledger"

    def settings(self, faces: str = "yes", **queue: object) -> None:
        """Write momentry.toml. How many scans run at once must not hang on what else the machine does."""
        lines = {"max_concurrent": 2, "dynamic_concurrency": False, **queue}
        text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in lines.items())
        (self.data / "momentry.toml").write_text(f'[queue]\n{text}[privacy]\nfaces = "{faces}"\n')

    def clip(self, name: str, *steps: dict[str, object], duration: float = 10.0) -> Path:
        path = self.clips / f"{name}.scripted"
        path.write_text(json.dumps({"duration": duration, "ledger": str(self.ledger), "steps": list(steps)}))
        # Written long ago, as footage is: nobody copies it any more.
        os.utime(path, (1e9, 1e9))
        return path

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        key, value = self.mark.split("=")
        environment = os.environ | {"MOMENTRY_SCRIPTED": "1", "MOMENTRY_DATA": str(self.data), key: value}
        return subprocess.Popen(
            [sys.executable, "-m", "momentry_desk", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def scan(self, *arguments: str) -> tuple[int, str, str]:
        with self.start("scan", "--processors", "scripted", *arguments) as program:
            try:
                out, err = program.communicate(timeout=TIMEOUT_S)
            finally:
                program.kill()
        return program.returncode, out, err

    def report(self, *paths: Path) -> tuple[int, list[dict[str, Any]]]:
        code, out, err = self.scan("--json", "-", *map(str, paths or (self.clips,)))
        assert out, err
        return code, json.loads(out)["videos"]

    def events(self) -> list[dict[str, Any]]:
        if not self.ledger.exists():
            return []
        return [json.loads(line) for line in self.ledger.read_text().splitlines()]

    def processes(self) -> list[int]:
        """All living processes that this program or its children started."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                    if state not in "ZX" and self.mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
                except OSError:
                    continue
        return found


def until(condition: Callable[[], object], timeout_s: float = 20.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)

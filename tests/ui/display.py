"""A display of one's own (Xvfb and openbox), the real program on it, and hands to work it with (xdotool)."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
_TOOLS = ("Xvfb", "openbox", "xdotool")


def until(what: Callable[[], object], why: str, timeout_s: float = 30.0) -> None:
    """Wait until `what` answers something true; fail with `why` otherwise."""
    deadline = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < deadline, why
        time.sleep(0.05)


class NoDisplay(Exception):
    """A real display cannot be had here; the text says what is missing."""


class Display:
    """A screen of 1400 x 900 with a window manager. To be used as a context. `options` go to Xvfb."""

    def __init__(self, *options: str) -> None:
        missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
        if missing or sys.platform != "linux":
            raise NoDisplay(f"a real window needs {', '.join(missing) or 'Linux'}")
        self._stack = ExitStack()
        self._options = options
        self.environment: dict[str, str] = {}

    def __enter__(self) -> "Display":
        told, tells = os.pipe()
        command = [
            "Xvfb",
            "-displayfd",
            str(tells),
            "-screen",
            "0",
            "1400x900x24",
            "-nolisten",
            "tcp",
            *self._options,
        ]
        self.run(command, pass_fds=(tells,))
        os.close(tells)
        with os.fdopen(told) as numbers:
            number = numbers.readline().strip()
        self.environment = {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
        }
        self.run(["openbox"])
        until(lambda: self.tell("getactivewindow").returncode in (0, 1), "no window manager came up")
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def run(self, command: Sequence[str], **more: Any) -> "subprocess.Popen[str]":
        """Start a program on this display; it ends with the display at the latest."""
        usual: dict[str, Any] = {
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
            "text": True,
            "env": self.environment or None,
        }
        child: subprocess.Popen[str] = subprocess.Popen(command, **{**usual, **more})
        self._stack.callback(_end, child)
        return child

    def tell(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """One command of xdotool."""
        return subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=20, check=False
        )

    def click(self, place: Sequence[int], button: int = 1) -> None:
        self.tell("mousemove", *map(str, place), "click", str(button))

    def quit(self) -> None:
        """Press Ctrl+Q in the program's window, which need not have the keyboard yet."""
        found = self.tell("search", "--onlyvisible", "--name", "^Momentry Desk$").stdout.split()
        if found:
            self.tell("windowactivate", "--sync", found[-1])
            before = self._windows()
            # A window that has only just got the keyboard may miss the first key; a person presses again.
            for _ in range(3):
                self.tell("key", "ctrl+q")
                with contextlib.suppress(AssertionError):
                    until(lambda: self._windows() != before, "", 2.0)
                    return

    def _windows(self) -> list[str]:
        return self.tell("search", "--onlyvisible", "--name", ".").stdout.split()

    def drag(self, start: Sequence[int], end: Sequence[int], over: Callable[[], object]) -> None:
        """Drag from one place to another, and let go once `over` answers something true."""
        self.tell("mousemove", *map(str, start), "mousedown", "1")
        for share in range(1, 11):
            place = [round(a + (b - a) * share / 10) for a, b in zip(start, end, strict=True)]
            self.tell("mousemove", *map(str, place))
            time.sleep(0.03)

        def hovering() -> object:
            self.tell("mousemove_relative", "--", "1", "0")
            return over()

        until(hovering, "the window did not answer the drag")
        self.tell("mouseup", "1")


class Program:
    """The real program on a display."""

    def __init__(
        self,
        display: Display,
        data: Path,
        settings: str,
        environment: Mapping[str, str],
        paths: Sequence[str] = (),
    ) -> None:
        self.data = data
        self.display = display
        config = data.with_suffix(".toml")
        config.write_text(settings, "utf-8")
        places = ["--data", str(data), "--config", str(config)]
        command = [sys.executable, str(HERE / "watched_program.py"), "gui", *places, *paths]
        self.process = display.run(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**display.environment, **environment},
        )
        until(lambda: self.ask("look"), "the window did not come up")

    def ask(self, question: str) -> object:
        """The witness's answer. What else the program printed counts as an error."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        try:
            return json.loads(line)
        except json.JSONDecodeError:
            raise AssertionError(f"the program said: {line}{self.process.stdout.readline()}") from None

    def place(self, question: str) -> list[int]:
        """Where something is on the screen, once it is there and stands still."""
        seen: list[object] = [None]

        def settled() -> bool:
            # A window manager moves a new window after it was shown.
            before = seen[0]
            time.sleep(0.2)
            seen[0] = self.ask(question)
            return seen[0] is not None and seen[0] == before

        until(settled, f"nothing on the screen answers to {question!r}")
        assert isinstance(seen[0], list)
        return seen[0]

    def press_until(self, question: str, done: Callable[[], object]) -> None:
        """Click that thing until it has had its effect: a window manager may move a window under the pointer."""

        def tried() -> bool:
            if not done() and self.process.poll() is None:
                with contextlib.suppress(AssertionError, OSError):
                    place = self.ask(question)
                    if isinstance(place, list):
                        self.display.click(place)
            return bool(done())

        until(tried, f"a click on {question!r} had no effect")

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def look(self) -> dict[str, object]:
        found = self.ask("look")
        assert isinstance(found, dict)
        return found

    def tasks(self) -> dict[str, str]:
        """Status by file name, read from the database itself."""
        file = self.data / "momentry.sqlite3"
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            found = dict(database.execute("SELECT file_name, status FROM queue_tasks"))
        database.close()
        return found


def drag_in(display: Display, program: Program, paths: Sequence[str]) -> None:
    """Drag files from another program into the window, and let them go there."""
    source = display.run([sys.executable, str(HERE / "drag_source.py"), *paths])
    found: list[str] = []

    def there() -> bool:
        found[:] = display.tell("search", "--onlyvisible", "--name", "^drag source$").stdout.split()
        return bool(found)

    until(there, "the other program did not come up")
    display.tell("windowactivate", "--sync", found[0])
    display.tell("windowraise", found[0])
    geometry = dict(
        line.split("=") for line in display.tell("getwindowgeometry", "--shell", found[0]).stdout.splitlines()
    )
    start = [int(geometry["X"]) + 60, int(geometry["Y"]) + 40]
    display.drag(start, [900, 500], lambda: program.look()["drop"])
    until(lambda: not program.look()["drop"], "the drop sheet stayed")
    source.terminate()
    source.wait(10)


def _end(child: "subprocess.Popen[str]") -> None:
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()

"""The window with a queue of 100,000 scans, four of them running; and how soon it is there beside another program.

`python -m tests.benchmarks.window [--rows N] [--seconds N] [--json FILE|-] [--real]`: the real program on a display
of its own (Xvfb). The four scans are played by workers that tell five times a second how far they are; with --real
they are scans of the sample instead, two at a time, which need the weights and show what the processors' own load
does.

- `first_paint_s`: from the start of the process to the first painting of the window; `rows_s` to the last row.
- `lateness_*_ms`: how much too late a timer of 10 ms in the window comes, while the table is scrolled all the time,
  and sorted by another column every three seconds. Meanwhile the program finds that none of the waiting videos is
  at its place, and tells so in every row of the library.
- `repaint_ms`: the whole table painted; `progress_repaint_ms`: what one scan's progress paints. Medians.
- `sort_ms`: from a click on a column to the painted table, the slowest of those clicks.
- `idle_cpu_percent`: of one core, over half a minute, with the queue paused for so long that its scans were put
  back, and all files looked for. `memory_mb`: resident, of the program without its workers.
- `rest_penalty`: how many times the CPU time of the same piece of work is charged after a rest of two seconds,
  beside that of doing it back to back, in a plain Python process: what the machine adds by itself to
  `idle_cpu_percent`. A virtual one charged 140 to 200.
- `start_s`, `peer_start_s`: from the start of the process to a mapped window, with an empty data folder, beside
  SMPlayer, where that is installed. Medians of three, in turn.

Exits with 1 where the 99.9th percentile is above 50 ms, the idle load above 1 %, the first painting later than 2 s.
"""

import argparse
import itertools
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.benchmarks.large_queue import fill
from tests.ui.display import ROOT, Display, Program, until

LATENESS_P999_MS = 50.0
IDLE_PERCENT = 1.0
FIRST_PAINT_S = 2.0

_SCANS = 4
_IDLE_S = 30.0
#: Looking for 100,000 files takes the program a minute and a half, in small steps; nothing else does it by itself.
_SETTLED_S = 120.0
#: A paused scan stands still for a minute, then its worker is ended.
_PAUSED_S = 70.0
#: Columns that are sorted by in turn: name, status, progress, and the queue's own order.
_COLUMNS = (1, 2, 5, 0)
_SORT_EVERY_S = 3.0
_STARTS = 3
_RESTS = 5
_REST_S = 2.0
_PEER = "smplayer"
_SETTINGS = (
    "[queue]\nmax_concurrent = {0}\ndynamic_concurrency = false\nmax_retries = 0\n"
    '[processors]\ndefault = ["{1}"]\n[window]\nlanguage = "en"\n'
)
_REAL = _SETTINGS.replace('["{1}"]', '["face", "asr", "ocr", "scene"]').format(2)


def measure(
    rows: int, seconds: float, settled_s: float = _SETTLED_S, paused_s: float = _PAUSED_S, idle_s: float = _IDLE_S
) -> dict[str, object]:
    """The window over a large queue. Idle begins `settled_s` after the start and `paused_s` after the pause."""
    with tempfile.TemporaryDirectory() as folder, Display() as display:
        data = Path(folder) / "data"
        # Longer than all that is measured, the load and the idle time too.
        fill(data, Path(folder) / "clips", rows, _SCANS, seconds + settled_s + 240)
        began = time.time()
        settings = _SETTINGS.format(_SCANS, "scripted")
        program = Program(display, data, settings, {"MOMENTRY_SCRIPTED": "1"})
        until(lambda: program.ask("painted"), "the window was not painted")
        first_paint = _number(program.ask("painted")) - began
        until(lambda: program.ask("rows") == rows, "the queue was not read", 120)
        rows_s = time.time() - began
        until(lambda: program.ask("running") == _SCANS, "four scans do not run", 60)
        time.sleep(1)
        program.ask("scroll")
        late, sort_ms = _lateness_and_sorts(program, seconds)
        program.ask("scroll")
        process = psutil.Process(program.process.pid)
        figures: dict[str, object] = {
            "rows": rows,
            "first_paint_s": round(first_paint, 2),
            "rows_s": round(rows_s, 2),
            **late,
            "repaint_ms": program.ask("repaint"),
            "progress_repaint_ms": program.ask("repaint progress"),
            "sort_ms": sort_ms,
            "memory_mb": round(process.memory_info().rss / 1e6),
        }
        program.ask("press pause")
        until(lambda: "paused" in str(program.ask("said")), "the queue was not paused")
        time.sleep(max(paused_s, began + settled_s - time.time()))
        figures["idle_cpu_percent"] = round(_idle(process, idle_s), 2)
        display.quit()
        return figures


def measure_real(seconds: float) -> dict[str, object]:
    """The window while the sample is scanned, two copies at a time, the first one's findings on the screen."""
    weights = os.environ.get("MOMENTRY_WEIGHTS", str(ROOT / ".weights"))
    with tempfile.TemporaryDirectory() as folder, Display() as display:
        footage = _copies(Path(folder) / "footage", 12)
        program = Program(display, Path(folder) / "data", _REAL, {"MOMENTRY_WEIGHTS": weights}, footage)
        until(lambda: program.ask("running") == 2, "two scans do not run", 60)
        return {"rows": len(footage), **_lateness(program, seconds)}


def _copies(folder: Path, count: int) -> list[str]:
    """Copies that differ in their content, so that each is a video of its own."""
    folder.mkdir()
    paths = []
    for number in range(count):
        path = folder / f"copy {number:02}.mp4"
        shutil.copy(ROOT / "resources" / "sample.mp4", path)
        with path.open("ab") as file:
            # A box of the kind "free", which players pass over.
            file.write((16).to_bytes(4, "big") + b"free" + number.to_bytes(8, "big"))
        paths.append(str(path))
    return paths


def _lateness_and_sorts(program: Program, seconds: float) -> tuple[dict[str, object], float]:
    """How late it was in that time, and the longest of the sorts in it."""
    program.ask("lateness")
    began, took = time.monotonic(), 0.0
    for column in itertools.cycle(_COLUMNS):
        if time.monotonic() - began >= seconds:
            break
        time.sleep(min(seconds, _SORT_EVERY_S))
        program.ask(f"sort {column}")
        until(lambda: program.ask("sorted") is not None, "the table was not sorted")
        took = max(took, _number(program.ask("sorted")))
    return _figures(program.ask("lateness end")), took


def _lateness(program: Program, seconds: float) -> dict[str, object]:
    program.ask("lateness")
    time.sleep(seconds)
    return _figures(program.ask("lateness end"))


def _figures(found: object) -> dict[str, object]:
    assert isinstance(found, list)
    late = [_number(one) for one in found]
    cuts = statistics.quantiles(late, n=1000, method="inclusive")
    return {
        "lateness_p50_ms": round(cuts[499], 2),
        "lateness_p99_ms": round(cuts[989], 2),
        "lateness_p999_ms": round(cuts[998], 2),
    }


def _idle(process: psutil.Process, seconds: float) -> float:
    """Percent of one core."""
    before = process.cpu_times()
    time.sleep(seconds)
    after = process.cpu_times()
    used: float = after.user + after.system - before.user - before.system
    return 100 * used / seconds


def measure_rest_penalty() -> float:
    """What this machine itself adds to the CPU time of whoever rests now and then."""
    data = [{f"key {n}": (str(n), [n] * 5) for n in range(10)} for _ in range(60_000)]

    def work_s() -> float:
        began = time.thread_time()
        sum(len(text) + numbers[2] for one in data[::30] for text, numbers in one.values())
        return time.thread_time() - began

    back_to_back = statistics.median(work_s() for _ in range(30))
    rested = []
    for _ in range(_RESTS):
        time.sleep(_REST_S)
        rested.append(work_s())
    return round(statistics.median(rested) / back_to_back, 1)


def measure_starts() -> dict[str, object]:
    """Ours and the other program's in turn, so that whatever else runs weighs on both."""
    with_peer = shutil.which(_PEER) is not None
    own: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Display() as display:
        for number in range(_STARTS):
            data = str(Path(folder) / f"data{number}")
            command = [sys.executable, "-m", "momentry_desk", "gui", "--data", data, "--config", f"{data}.toml"]
            own.append(_start(display, command, "^Momentry Desk$", {}))
            if with_peer:
                theirs.append(_start(display, [_PEER], "SMPlayer", {"HOME": folder, "XDG_CONFIG_HOME": folder}))
    if not with_peer:
        return {"start_s": round(statistics.median(own), 2), "peer": f"{_PEER} is not installed"}
    return {
        "start_s": round(statistics.median(own), 2),
        "peer": _PEER,
        "peer_start_s": round(statistics.median(theirs), 2),
    }


def _start(display: Display, command: list[str], title: str, environment: dict[str, str]) -> float:
    """Seconds to a mapped window; the program is ended then."""
    began = time.monotonic()
    child = display.run(command, env={**display.environment, **environment})
    while not display.tell("search", "--onlyvisible", "--name", title).stdout.split():
        assert child.poll() is None, f"{command[0]} ended"
        assert time.monotonic() - began < 60, f"{command[0]} shows no window"
    took = time.monotonic() - began
    child.terminate()
    child.wait(20)
    return took


def _number(value: object) -> float:
    assert isinstance(value, int | float), value
    return float(value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long lateness is measured (30)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON; - is stdout")
    parser.add_argument("--real", action="store_true", help="scan the sample instead")
    asked = parser.parse_args()
    figures = measure_real(asked.seconds) if asked.real else measure(asked.rows, asked.seconds) | measure_starts()
    if not asked.real:
        figures["rest_penalty"] = measure_rest_penalty()
    figures |= {"load": [round(one, 1) for one in os.getloadavg()], "cores": os.cpu_count()}
    if asked.json == "-":
        sys.stdout.write(json.dumps(figures) + "\n")
    elif asked.json:
        Path(asked.json).write_text(json.dumps(figures), "utf-8")
    misses = _misses(figures)
    if asked.json != "-":
        lines = [f"  {name}: {value}" for name, value in figures.items()]
        sys.stdout.write("\n".join(["The window:", *lines, *misses, ""]))
    return 1 if misses else 0


def _misses(figures: dict[str, object]) -> list[str]:
    bounds = (
        ("lateness_p999_ms", LATENESS_P999_MS),
        ("idle_cpu_percent", IDLE_PERCENT),
        ("first_paint_s", FIRST_PAINT_S),
    )
    return [
        f"{name} is {figures[name]}, above {bound:g}"
        for name, bound in bounds
        if name in figures and _number(figures[name]) > bound
    ]


if __name__ == "__main__":
    sys.exit(main())

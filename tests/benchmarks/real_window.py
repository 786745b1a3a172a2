"""The real program on a display of its own while it scans, and how late its event loop is meanwhile."""

import os
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av

from tests.ui.display import ROOT, Display, Program, until

SAMPLE = ROOT / "resources" / "sample.mp4"


def looped(path: Path, seconds: float) -> None:
    """The sample over and over, without a new encoding, until it is that long."""
    with av.open(str(SAMPLE)) as once:
        # Half a second more: encoders begin a little before zero.
        length = Fraction(once.duration or 0, av.time_base) + Fraction(1, 2)
    with av.open(str(path), "w", format="matroska") as out:
        streams: dict[int, av.stream.Stream] = {}
        for turn in range(int(seconds / length) + 1):
            with av.open(str(SAMPLE)) as once:
                for stream in once.streams:
                    if not turn and stream.type in ("video", "audio"):
                        streams[stream.index] = out.add_stream_from_template(stream)
                for packet in once.demux():
                    if packet.dts is None or packet.stream_index not in streams or packet.time_base is None:
                        continue
                    shift = int(turn * length / packet.time_base)
                    packet.pts, packet.dts = (packet.pts or 0) + shift, packet.dts + shift
                    packet.stream = streams[packet.stream_index]
                    out.mux(packet)


def distinct(source: Path, path: Path, number: int) -> None:
    """A copy of other content, so that it is a video of its own."""
    shutil.copy(source, path)
    with path.open("ab") as file:
        if path.suffix == ".mp4":
            # A box of the kind "free", which players pass over.
            file.write((16).to_bytes(4, "big") + b"free" + number.to_bytes(8, "big"))
        else:
            # An EBML "Void" element of eight bytes, which players pass over, too.
            file.write(b"\xec\x88" + number.to_bytes(8, "big"))


@contextmanager
def scanning(folder: Path, settings: str, footage: Sequence[Path]) -> Iterator[Program]:
    """The program with two scans under way, the first one's findings on the screen."""
    weights = os.environ.get("MOMENTRY_WEIGHTS", str(ROOT / ".weights"))
    fixed = f'[queue]\nmax_concurrent = 2\ndynamic_concurrency = false\n[window]\nlanguage = "en"\n{settings}'
    with Display() as display:
        environment = {"MOMENTRY_WEIGHTS": weights}
        program = Program(display, folder / "data", fixed, environment, [str(path) for path in footage])
        until(lambda: str(program.look()["status_line"]).startswith("2 scanning"), "two scans do not run", 60)
        yield program
        display.quit()


def lateness(program: Program, seconds: float) -> list[float]:
    """By how many milliseconds each beat of a timer of 10 ms came too late, for so long."""
    program.ask("lateness")
    time.sleep(seconds)
    found = program.ask("lateness end")
    assert isinstance(found, list)
    return [float(one) for one in found]


def figures(late: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(late, n=1000, method="inclusive")
    found = {"p50_ms": cuts[499], "p99_ms": cuts[989], "p999_ms": cuts[998], "max_ms": max(late)}
    return {"beats": len(late), **{name: round(value, 2) for name, value in found.items()}}


def load() -> dict[str, object]:
    """What else keeps the machine busy: the mean numbers of ready processes over 1, 5 and 15 minutes."""
    return {"load": [round(one, 1) for one in os.getloadavg()], "cores": os.cpu_count()}

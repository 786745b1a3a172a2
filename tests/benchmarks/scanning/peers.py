"""Other programs that do one part of the work each, installed by exact versions and hashes into an environment of
their own. What cannot be installed or run is reported as absent, with the reason."""

import importlib.metadata
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from tests.benchmarks.scanning.children import ROOT, ChildTrouble, Cost, run

LOCK = ROOT / "packaging" / "lock" / "peers.txt"


class Peer(msgspec.Struct, frozen=True):
    """What one program cost and found. `absent` says why there is no figure; then the others mean nothing."""

    name: str
    processor: str
    cost: Cost = Cost()
    text: str = ""
    texts: tuple[str, ...] = ()
    cuts: tuple[float, ...] = ()
    absent: str = ""


class Peers:
    """The environment in `folder`, made at the first use and again whenever the lock has changed."""

    def __init__(self, folder: Path, weights: Path) -> None:
        self._venv = folder / "peers"
        self._weights = weights
        self.absent = ""
        try:
            self._install()
        except (ChildTrouble, OSError) as error:
            self.absent = f"not installed: {str(error).strip()[-300:]}"

    def run_all(self, path: Path) -> list[Peer]:
        """One after another over one file. RapidOCR is not among them: with its defaults it is our plain script."""
        return [self.run(name, path) for name in ("whisper-ctranslate2", "scenedetect", "deface")]

    def run(self, name: str, path: Path) -> Peer:
        """One of them over one file."""
        work: Mapping[str, tuple[str, Callable[[Path, Path], Peer]]] = {
            "whisper-ctranslate2": ("asr", self._whisper),
            "scenedetect": ("scene", self._scenedetect),
            "deface": ("face", self._deface),
        }
        processor, call = work[name]
        if self.absent:
            return Peer(name, processor, absent=self.absent)
        with tempfile.TemporaryDirectory() as folder:
            try:
                return call(path, Path(folder))
            except (ChildTrouble, OSError) as error:
                return Peer(name, processor, absent=str(error).strip()[-300:])

    def _install(self) -> None:
        stamp = self._venv / "lock.txt"
        if stamp.exists() and stamp.read_text(encoding="utf-8") == LOCK.read_text(encoding="utf-8"):
            return
        uv = str(Path(sys.executable).with_name("uv"))
        python = self._program("python")
        run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(self._venv)])
        run(
            [uv, "pip", "sync", "--quiet", "--python", python, "--require-hashes", "--only-binary=:all:", str(LOCK)]
        )
        stamp.write_text(LOCK.read_text(encoding="utf-8"), encoding="utf-8")

    def _program(self, name: str) -> str:
        return str(self._venv / "bin" / name)

    def _whisper(self, path: Path, folder: Path) -> Peer:
        """On the same weights, of the same type; everything else is its default."""
        options = ["--model_directory", str(self._weights / "whisper-base"), "--compute_type", "int8"]
        options += ["--output_format", "json", "--output_dir", str(folder), "--device", "cpu"]
        cost, _ = run([self._program("whisper-ctranslate2"), *options, str(path)], env={"HF_HUB_OFFLINE": "1"})
        written = next(folder.glob("*.json"), None)
        text = json.loads(written.read_text(encoding="utf-8"))["text"] if written else ""
        return Peer("whisper-ctranslate2", "asr", cost, text=text)

    def _scenedetect(self, path: Path, folder: Path) -> Peer:
        command = [self._program("scenedetect"), "-q", "-i", str(path), "-o", str(folder)]
        cost, _ = run([*command, "detect-content", "list-scenes", "-q", "-f", "scenes.csv"])
        rows = (folder / "scenes.csv").read_text(encoding="utf-8").splitlines()
        head = next(index for index, row in enumerate(rows) if row.startswith("Scene Number"))
        column = rows[head].split(",").index("Start Time (seconds)")
        starts = [float(row.split(",")[column]) for row in rows[head + 1 :] if row]
        return Peer("scenedetect", "scene", cost, cuts=tuple(starts[1:]))

    def _deface(self, path: Path, folder: Path) -> Peer:
        """Its own network, at our rate of one frame a second. It always writes a film: one frame a second too."""
        options = ["--replacewith", "none", "--ffmpeg-config", '{"fps": 1, "codec": "libx264"}']
        cost, _ = run([self._program("deface"), *options, "-o", str(folder / "out.mp4"), str(path)])
        return Peer("deface", "face", cost)


def versions() -> dict[str, str]:
    """The versions of the programs that are compared with."""
    wanted = ("whisper-ctranslate2", "scenedetect-headless", "deface")
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    found = (line.split()[0].split("==") for line in lines if "==" in line and not line.startswith((" ", "#")))
    return {name: version for name, version in found if name in wanted} | {
        "rapidocr": importlib.metadata.version("rapidocr")
    }

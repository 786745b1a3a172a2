"""A PulseAudio of one's own with an output that nobody hears, and a recording of what it plays."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np

RATE_HZ = 48_000
_TOOLS = ("pulseaudio", "parec", "pactl")
#: So long a piece the output plays at a time, and so the recording comes in. Milliseconds.
_PIECE_MS = 5


class NoSoundServer(Exception):
    """None can be had here; the text says what is missing."""


class SoundServer:
    """To be used as a context, before Qt asks for outputs: `environment` leads its programs there."""

    def __init__(self, folder: Path) -> None:
        missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
        if missing or sys.platform != "linux":
            raise NoSoundServer(f"a sound server needs {', '.join(missing) or 'Linux'}")
        self._socket = folder / "sound.socket"
        places = {
            name: str(folder) for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH")
        }
        self.environment = {**places, "PULSE_SERVER": f"unix:{self._socket}"}
        self._all = {**os.environ, **self.environment}
        self._children: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "SoundServer":
        modules = (
            f"module-native-protocol-unix auth-anonymous=1 socket={self._socket}",
            "module-null-sink sink_name=heard rate=48000 channels=2",
        )
        loads = [f"--load={module}" for module in modules]
        self._start(["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", *loads])
        deadline = time.monotonic() + 20
        while subprocess.run(["pactl", "info"], env=self._all, capture_output=True, check=False).returncode:
            if time.monotonic() > deadline:
                self.__exit__()
                raise NoSoundServer("PulseAudio did not come up")
            time.sleep(0.1)
        return self

    def __exit__(self, *error: object) -> None:
        for child in reversed(self._children):
            child.terminate()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout is not None:
                child.stdout.close()

    def record(self) -> "Recording":
        """What is played from now on."""
        command = ["parec", "--device=heard.monitor", f"--latency-msec={_PIECE_MS}", "--raw"]
        return Recording(self._start([*command, f"--rate={RATE_HZ}", "--channels=1", "--format=s16le"], pipe=True))

    def _start(self, command: list[str], *, pipe: bool = False) -> "subprocess.Popen[bytes]":
        out = subprocess.PIPE if pipe else subprocess.DEVNULL
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, env=self._all, bufsize=0
        )
        self._children.append(child)
        return child


class Recording:
    """Samples, and when they were heard."""

    def __init__(self, recorder: "subprocess.Popen[bytes]") -> None:
        self._recorder = recorder
        self._samples = b""
        #: When the first sample would have been heard, by each piece that came: the earliest is nearest to it.
        self._begun: list[float] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        while not self._begun:
            time.sleep(0.01)

    def _read(self) -> None:
        assert self._recorder.stdout is not None
        while piece := self._recorder.stdout.read(4096):
            self._samples += piece
            self._begun.append(time.monotonic() - len(self._samples) / 2 / RATE_HZ)

    def clicks(self) -> list[float]:
        """End the recording; when each click was heard, on the clock of `time.monotonic`."""
        self._recorder.terminate()
        self._thread.join(5)
        samples = np.abs(np.frombuffer(self._samples[: len(self._samples) // 2 * 2], "<i2").astype(np.int32))
        loud = np.flatnonzero(samples > 8000)
        onsets = [int(one) for place, one in enumerate(loud) if place == 0 or one - loud[place - 1] > RATE_HZ // 5]
        return [min(self._begun) + onset / RATE_HZ for onset in onsets]

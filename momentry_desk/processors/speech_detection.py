"""Tells, window by window, how likely a voice is heard, with a state that can be stored and taken up again.

The network is Silero's, version 6, as it ships inside faster-whisper; its whole memory is two small vectors.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from momentry_desk.processors.base import Samples

#: Samples in one window, at 16 kHz: what the network was trained on. 32 ms.
WINDOW = 512

#: Samples of the window before, which the network sees too.
_CONTEXT = 64

#: Values in each of the two state vectors.
_STATE = 128


class Memory(msgspec.Struct, frozen=True):
    """What the network remembers between two windows: little-endian float32."""

    hidden: bytes = bytes(4 * _STATE)
    cell: bytes = bytes(4 * _STATE)
    context: bytes = bytes(4 * _CONTEXT)


class SpeechDetector:
    """The loaded network. `probability` is a pure function of its arguments; any number of runs may share one."""

    def __init__(self) -> None:
        import faster_whisper
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = 1
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 4
        network = Path(faster_whisper.__file__).parent / "assets" / "silero_vad_v6.onnx"
        self._session: Any = onnxruntime.InferenceSession(
            str(network), sess_options=options, providers=["CPUExecutionProvider"]
        )

    def probability(self, window: "Samples", memory: Memory) -> tuple[float, Memory]:
        """The chance (0 to 1) that `window`, `WINDOW` samples of 16 kHz, holds a voice, and the memory after it."""
        import numpy as np

        context = np.frombuffer(memory.context, "<f4")
        heard, hidden, cell = self._session.run(
            None,
            {
                "input": np.concatenate([context, window]).reshape(1, -1),
                "h": np.frombuffer(memory.hidden, "<f4").reshape(1, 1, -1),
                "c": np.frombuffer(memory.cell, "<f4").reshape(1, 1, -1),
            },
        )
        after = Memory(hidden.tobytes(), cell.tobytes(), window[-_CONTEXT:].tobytes())
        return float(heard.reshape(-1)[0]), after

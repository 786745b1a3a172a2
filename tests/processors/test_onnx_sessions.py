"""Weights that are too small to matter are zero in the session, and nothing else is changed."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from momentry_desk.processors import weight_files
from momentry_desk.processors.onnx_sessions import flush_subnormals, open_session


def _field(number: int, content: bytes) -> bytes:
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


def _network(data_type: int, values: bytes) -> bytearray:
    """A model of one tensor: dimension, type, data, between fields of other kinds."""
    tensor = bytes([1 << 3, 4, 2 << 3, data_type]) + _field(9, values)
    graph = _field(2, b"name") + _field(5, tensor)
    return bytearray(bytes([1 << 3, 10]) + _field(7, graph) + _field(14, b"rest"))


def test_subnormal_weights_become_zero_and_others_stay() -> None:
    values = np.array([1.5, 1e-40, -1e-39, 1.2e-38], "<f4")
    network = _network(1, values.tobytes())
    assert flush_subnormals(network) == 2
    assert network == _network(1, np.array([1.5, 0, 0, 1.2e-38], "<f4").tobytes())
    assert flush_subnormals(network) == 0


def test_weights_of_another_type_are_left_alone() -> None:
    integers = np.array([1, 2, 3, 4], "<i4").tobytes()
    network = _network(6, integers)
    assert flush_subnormals(network) == 0
    assert network == _network(6, integers)


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_a_network_that_is_cut_short_is_read_without_an_error(cut: int) -> None:
    flush_subnormals(_network(1, bytes(16))[:cut])


@pytest.mark.weights
def test_finding_text_answers_as_with_the_stored_weights() -> None:
    import onnxruntime

    path = weight_files.find("ppocr-v6-small", ()) / "PP-OCRv6_det_small.onnx"
    assert flush_subnormals(bytearray(path.read_bytes())) > 200_000
    picture = np.random.default_rng(1).normal(size=(1, 3, 64, 96)).astype(np.float32)
    stored = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    ours = open_session(path, 1)
    name = stored.get_inputs()[0].name
    np.testing.assert_allclose(ours.run(None, {name: picture})[0], stored.run(None, {name: picture})[0], atol=1e-5)


#: Lines of growing width are read; prints how many MiB more stay with the process than before.
_READ = """
import sys
from pathlib import Path
import numpy as np
from momentry_desk.footage import spare_memory
from momentry_desk.processors.onnx_sessions import open_session

def resident():
    spare_memory.hand_back()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 2**20

session = open_session(Path(sys.argv[1]), 1)
name = session.get_inputs()[0].name
before = resident()
for width in (320, 640, 1280):
    session.run(None, {name: np.zeros((1, 3, 48, width), np.float32)})
print(resident() - before)
"""


@pytest.mark.weights
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are glibc's heaps")
def test_what_reading_needs_for_a_moment_is_not_kept(weights: Path) -> None:
    network = weight_files.find("ppocr-v6-small", [str(weights)]) / "PP-OCRv6_rec_small.onnx"
    command = [sys.executable, "-c", _READ, str(network)]
    told = subprocess.run(command, check=True, timeout=120, capture_output=True, text=True)
    assert int(told.stdout) < 30

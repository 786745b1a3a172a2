"""Networks in the ONNX format as sessions of ONNX Runtime, with weights too small to matter set to zero.

Numbers below 1.2e-38 (subnormal in float32) take a processor a hundred times as long to multiply as others. The
network that finds text has 256,000 of them among its weights, in channels that training has switched off: without
them it takes 80 ms for a picture instead of 270, and what it answers differs by less than 1e-6.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from momentry_desk.processors.devices import CPU, CUDA, CUDA_PROVIDER, Device

#: The smallest positive float32 that is stored with full precision.
_SMALLEST = np.finfo(np.float32).tiny

# Field numbers of onnx.proto3: ModelProto.graph, GraphProto.initializer, TensorProto.data_type and .raw_data.
_GRAPH, _INITIALIZER, _DATA_TYPE, _RAW_DATA = 7, 5, 2, 9
#: TensorProto.DataType.FLOAT
_FLOAT = 1


def open_session(path: Path, threads: int, device: Device = CPU) -> Any:
    """An `onnxruntime.InferenceSession`. Raises what the library does for other files.

    Where CUDA cannot be started the library takes the CPU instead: `runs_on` says where a session is.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # A waiting thread sleeps: it would else turn in a loop and take a core from the other scans.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The library's own heap holds what it once needed, and more with each new width of a line: 122 MiB after 240
    # lines. Without it 8, and the same answers; reading takes 5 % more CPU time.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    network = bytearray(path.read_bytes())
    flush_subnormals(network)
    providers = [CUDA_PROVIDER] * (device == CUDA) + ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession(bytes(network), sess_options=options, providers=providers)


def runs_on(session: Any) -> Device:
    return CUDA if CUDA_PROVIDER in session.get_providers() else CPU


def flush_subnormals(network: bytearray) -> int:
    """Set the subnormal ones of a network's float32 weights to zero, in place. Answers how many there were."""
    count = 0
    whole = memoryview(network)
    for graph in _parts(whole, _GRAPH):
        for tensor in _parts(graph, _INITIALIZER):
            if _number(tensor, _DATA_TYPE) != _FLOAT:
                continue
            for data in _parts(tensor, _RAW_DATA):
                values = np.frombuffer(data[: len(data) // 4 * 4], "<f4")
                small = (np.abs(values) < _SMALLEST) & (values != 0)
                values[small] = 0
                count += int(small.sum())
    return count


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Fields of a protocol buffer (its wire format, protobuf.dev/programming-guides/encoding): number, content."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, place = _varint(message, place)
            yield number, value
        elif kind == 2:
            length, place = _varint(message, place)
            yield number, message[place : place + length]
            place += length
        elif kind in (1, 5):
            place += 8 if kind == 1 else 4
        else:
            # Groups are not used in this format: this is no network, and the library will say so.
            return


def _parts(message: memoryview, wanted: int) -> Iterator[memoryview]:
    return (content for number, content in _fields(message) if number == wanted and isinstance(content, memoryview))


def _number(message: memoryview, wanted: int) -> int | None:
    return next(
        (content for number, content in _fields(message) if number == wanted and isinstance(content, int)), None
    )


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(message):
        byte = message[place]
        place += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return value, place

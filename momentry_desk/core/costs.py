"""What a scan needs, learned from scans that ended: by the set of processors and the models that they use."""

from collections.abc import Mapping, Sequence

import msgspec

from momentry_desk.core.capacity import ScanCost
from momentry_desk.core.messages import OptionValue

#: How much of a peak is still believed after a scan that stayed below it: half after about seven scans.
_MEMORY_DECAY = 0.9
_CPU_WEIGHT = 0.3
#: Above this much load of the whole machine a scan may have wanted more CPU than it got.
FULL_PERCENT = 95.0
#: Shorter scans never reached their peak.
_SHORTEST_S = 2.0

#: Until something is learned: peak bytes by processor, as measured with the default models on 1080p footage, and of
#: a worker without any.
_FIRST_MEMORY = {"face": 250_000_000, "asr": 870_000_000, "ocr": 450_000_000, "scene": 100_000_000}
_OTHER_MEMORY = 500_000_000
_BARE_MEMORY = 150_000_000
_FIRST_GPU_MEMORY = 1_500_000_000
_FIRST_GPU_PERCENT = 30.0


class Observation(msgspec.Struct, frozen=True):
    """What one attempt used: bytes at its peaks, CPU and running time in seconds, mean percent of a GPU.

    `starved` says that the machine was full for most of the time; `whole` that the scan reached its end.
    """

    peak_memory: int
    cpu_s: float
    running_s: float
    starved: bool = False
    whole: bool = True
    peak_gpu_memory: int = 0
    gpu_percent: float = 0.0


def cost_key(processors: Sequence[str], options: Mapping[str, Mapping[str, OptionValue]]) -> str:
    """Names the scans that cost alike: "asr(model=base)+face". What else is set changes little."""
    parts = []
    for name in sorted(processors):
        told = [f"{key}={options[name][key]}" for key in ("device", "model") if options.get(name, {}).get(key)]
        parts.append(f"{name}({','.join(told)})" if told else name)
    return "+".join(parts)


def first_cost(processors: Sequence[str], threads: int, *, uses_gpu: bool = False) -> ScanCost:
    """The guess for a set of processors that was never seen: on the safe side."""
    memory = _BARE_MEMORY + sum(_FIRST_MEMORY.get(name, _OTHER_MEMORY) for name in set(processors))
    return ScanCost(
        cpu_cores=float(max(1, threads)),
        memory=memory,
        gpu_memory=_FIRST_GPU_MEMORY if uses_gpu else 0,
        gpu_percent=_FIRST_GPU_PERCENT if uses_gpu else 0.0,
    )


def learn(known: ScanCost | None, seen: Observation) -> ScanCost | None:
    """The cost after one more attempt; `known` unchanged where it teaches nothing.

    Memory is a maximum that decays; CPU a running mean that a starved scan cannot lower. An attempt that did not
    reach its end can only raise what is known, since its peak may have been still to come.
    """
    if seen.running_s < _SHORTEST_S or seen.peak_memory <= 0:
        return known
    cores = max(0.05, seen.cpu_s / seen.running_s)
    if known is None:
        if not seen.whole:
            return None
        return ScanCost(cores, seen.peak_memory, seen.peak_gpu_memory, seen.gpu_percent)
    memory = _decayed(known.memory, seen.peak_memory, seen.whole)
    gpu_memory = _decayed(known.gpu_memory, seen.peak_gpu_memory, seen.whole)
    if not seen.whole:
        return msgspec.structs.replace(known, memory=memory, gpu_memory=gpu_memory)
    if seen.starved:
        cores = max(cores, known.cpu_cores)
    return ScanCost(
        cpu_cores=known.cpu_cores + _CPU_WEIGHT * (cores - known.cpu_cores),
        memory=memory,
        gpu_memory=gpu_memory,
        gpu_percent=known.gpu_percent + _CPU_WEIGHT * (seen.gpu_percent - known.gpu_percent),
    )


def _decayed(known: int, seen: int, whole: bool) -> int:
    if seen >= known or not whole:
        return max(known, seen)
    return int(seen + _MEMORY_DECAY * (known - seen))

"""Whatever is measured, the limit stays within what was set, and its reason can be said."""

from hypothesis import given, settings
from hypothesis import strategies as st

from momentry_desk.core.capacity import Load, ScanCost, suggest_concurrency
from momentry_desk.core.resources import GpuLoad, LimitCode, ResourceSample
from momentry_desk.core.settings import QueueSettings, ResourcesSettings, Settings

_percent = st.floats(0, 100)
_bytes = st.integers(0, 2**38)
_costs = st.builds(
    ScanCost,
    cpu_cores=st.floats(0, 64),
    memory=_bytes,
    gpu_memory=_bytes,
    gpu_percent=_percent,
)
_gpus = st.lists(
    st.builds(
        GpuLoad,
        index=st.integers(0, 3),
        name=st.just("GPU"),
        percent=_percent,
        memory_used=_bytes,
        memory_total=_bytes,
        own_memory=_bytes,
        own_percent=st.none() | _percent,
    ),
    max_size=2,
).map(tuple)
_samples = st.builds(
    ResourceSample,
    at=st.floats(0, 700),
    cpu_percent=_percent,
    own_cpu_percent=st.floats(0, 120),
    memory_used=_bytes,
    memory_total=_bytes,
    own_memory=_bytes,
    disk_free=_bytes,
    cores=st.floats(0.1, 128),
    gpus=_gpus,
    battery_percent=st.none() | _percent,
    on_mains=st.booleans(),
    running=st.integers(0, 8),
    slots=st.none() | st.integers(0, 64),
    ceiling=st.integers(0, 64),
)
_settings = st.builds(
    Settings,
    queue=st.builds(
        QueueSettings,
        max_concurrent=st.integers(1, 64),
        cpu_threshold=st.floats(1, 100),
        memory_threshold=st.floats(1, 100),
        gpu_threshold=st.floats(1, 100),
    ),
    resources=st.builds(
        ResourcesSettings,
        pause_below_battery=_percent,
        pause_below_disk_mb=st.integers(0, 10_000),
    ),
)
_histories = st.lists(_samples, max_size=40) | st.lists(_samples, max_size=40).map(
    lambda some: sorted(some, key=lambda sample: sample.at)
)
_loads = st.builds(Load, running=st.lists(_costs, max_size=8).map(tuple), next=_costs)
_danger = {LimitCode.MEMORY_DANGER, LimitCode.DISK, LimitCode.BATTERY}


@settings(max_examples=300, deadline=None)
@given(_histories, _loads, _settings)
def test_nothing_leaves_zero_to_what_was_set_and_only_danger_gives_zero(
    history: list[ResourceSample], load: Load, chosen: Settings
) -> None:
    suggestion = suggest_concurrency(history, load, chosen)
    assert 0 <= suggestion.slots <= chosen.queue.max_concurrent
    assert suggestion.reason.sentence().endswith(".")
    held = bool(history) and history[-1].slots == 0
    assert suggestion.slots > 0 or suggestion.reason.code in _danger or held
    assert not (suggestion.suspend and len(load.running) < 2)


@settings(max_examples=100, deadline=None)
@given(st.lists(_samples, min_size=1, max_size=20), _loads, _settings, st.integers(0, 64))
def test_one_second_raises_the_limit_by_one_step_at_most(
    samples: list[ResourceSample], load: Load, chosen: Settings, slots: int
) -> None:
    from msgspec.structs import replace

    ceiling = chosen.queue.max_concurrent
    slots = min(slots, ceiling)
    history = [replace(s, at=float(i), slots=slots, ceiling=ceiling) for i, s in enumerate(samples)]
    assert suggest_concurrency(history, load, chosen).slots <= slots + 1

"""What the scan benchmark holds its figures against; a figure over its bound fails the run."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

#: Wall time over the ideal's CPU seconds divided by the cores.
MOST_OVER_IDEAL = 1.25
LEAST_OVER_PEERS = 3.0
LEAST_OVER_NAIVE = 2.5
#: CPU seconds of a short clip over its ideal's, less one, once the worker is warm.
MOST_OVER_IDEAL_OF_A_CLIP = 0.15
#: CPU seconds of hearing over the duration, of talk that is 95 % silent.
MOST_OF_SILENCE = 0.03
#: The highest peak of memory over the lowest, less one, whatever the duration.
MOST_GROWTH = 0.05
MOST_MEMORY = 1.5e9
LEAST_FACES = 0.95
#: Between two noises of the same strength a third of the words may go wrong or a seventh, by chance alone.
NOISE_IS_CHANCE = 0.03


class Bound(msgspec.Struct, frozen=True):
    """One figure with what it must be `at_most`, or `at_least`; 0.001 more or less is rounding."""

    name: str
    value: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def held(self) -> bool:
        low = self.at_least is None or self.value >= self.at_least - 0.001
        return low and (self.at_most is None or self.value <= self.at_most + 0.001)

    def sentence(self) -> str:
        wanted = f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:g}"
        return f"{'held' if self.held else 'MISSED'}: {self.name} {self.value:.3g} ({wanted})"


def bounds(figures: Mapping[str, Any]) -> tuple[Bound, ...]:
    """All that `figures`, as the benchmark's JSON knows them, can be held against: what was not measured is not."""
    return tuple(_bounds(figures))


def _bounds(figures: Mapping[str, Any]) -> Iterator[Bound]:
    film = figures["film"]
    for key in ("ratio_to_ideal", "ratio_to_ideal_batch", "ratio_to_ideal_cpu"):
        yield Bound(key, film[key], at_most=MOST_OVER_IDEAL)
    for who, least in (("naive", LEAST_OVER_NAIVE), ("peers", LEAST_OVER_PEERS)):
        for key in (f"speedup_over_{who}", f"speedup_over_{who}_wall"):
            if film[key] is not None:
                yield Bound(key, film[key], at_least=least)
    yield Bound("peak of memory, GB", film["ours"]["scan"]["peak_memory"] / 1e9, at_most=MOST_MEMORY / 1e9)
    yield from _accuracy("film", film["accuracy"])
    if "noisy" in figures:
        yield from _no_worse("noisy speech: word error rate", figures["noisy"]["word error rate"], NOISE_IS_CHANCE)
    if "clips" in figures and figures["clips"]["over_ideal_after_the_first"] is not None:
        over = figures["clips"]["over_ideal_after_the_first"]
        yield Bound("clips, over their ideal", over, at_most=MOST_OVER_IDEAL_OF_A_CLIP)
    if "talk" in figures:
        yield Bound("CPU s of silent talk over its duration", figures["talk"]["cpu_share"], at_most=MOST_OF_SILENCE)
    peaks = figures.get("memory", {}).values()
    if len(peaks) > 1:
        yield Bound("growth of memory with the duration", max(peaks) / min(peaks) - 1, at_most=MOST_GROWTH)


def _accuracy(name: str, accuracy: Mapping[str, Mapping[str, Any]]) -> Iterator[Bound]:
    for measure in ("word error rate", "character error", "texts missed"):
        if measure in accuracy:
            yield from _no_worse(f"{name}: {measure}", accuracy[measure])
    yield Bound(
        f"{name}: faces of the denser pass",
        accuracy["faces"]["share of a four times denser pass"],
        at_least=LEAST_FACES,
    )
    yield Bound(f"{name}: cuts unlike PySceneDetect's", accuracy["cuts"]["unlike PySceneDetect's"], at_most=0)


def _no_worse(name: str, errors: Mapping[str, float], allowed: float = 0.0) -> Iterator[Bound]:
    for who, error in errors.items():
        if who != "ours":
            yield Bound(f"{name}, against {who}'s", errors["ours"], at_most=error + allowed)

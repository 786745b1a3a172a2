"""Faces followed through time: which face of this sample is the one of the last."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
import numpy as np

from momentry_desk.core.findings import Box
from momentry_desk.core.people import overlap
from momentry_desk.processors.persons import PAIR_THRESHOLD, unit

if TYPE_CHECKING:
    from momentry_desk.processors.persons import Embedding

#: Overlap with the last box from which a face that still looks the same keeps its embedding.
SAME_PLACE_IOU = 0.5

#: Correlation of the aligned faces from which they look the same. Measured: the same person a second later 0.9 and
#: more, another person in the same place below 0.8.
SAME_LOOK = 0.9

#: A face out of sight for longer than so many samples has gone.
MISSED_SAMPLES = 2.5


class Track(msgspec.Struct, array_like=True):
    """One face from when it came to where it is now. `total` is the sum of its embeddings by quality.

    `look` is a small grey picture of the aligned face (float32 bytes, unit length); `promise` what the best view's
    quality was guessed from its size and angle alone.
    """

    start_s: float
    last_s: float
    box: Box
    look: bytes
    embedding: bytes
    total: bytes
    best_box: Box
    confidence: float
    quality: float
    promise: float
    crop: bytes
    views: int = 1

    def mean(self) -> "Embedding":
        return unit(np.frombuffer(self.total, np.float32))


class View(Protocol):
    """One face of one sample; the embedding is computed when it is first asked for."""

    box: Box
    look: "Embedding"
    promise: float

    def embedding(self) -> "Embedding": ...


def match(tracks: Sequence[Track], views: Sequence[View]) -> tuple[dict[int, int], set[int]]:
    """Which view goes on with which track: view index -> track index, and the views that need no new embedding."""
    pairs: list[tuple[float, int, int]] = []
    still: set[int] = set()
    for index, view in enumerate(views):
        overlaps = [overlap(track.box, view.box) for track in tracks]
        same = [
            place
            for place, track in enumerate(tracks)
            if overlaps[place] > SAME_PLACE_IOU
            and float(np.frombuffer(track.look, np.float32) @ view.look) >= SAME_LOOK
        ]
        if same:
            still.add(index)
            pairs += [(2.0 + overlaps[place], index, place) for place in same]
            continue
        for place, track in enumerate(tracks):
            embedding = view.embedding()
            cosine = max(
                float(track.mean() @ embedding), float(np.frombuffer(track.embedding, np.float32) @ embedding)
            )
            # In the same place a poorer likeness will do, but never that of a stranger.
            if cosine >= PAIR_THRESHOLD + 0.05 - 0.1 * (overlaps[place] > 0.3):
                pairs.append((cosine + overlaps[place], index, place))
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, index, place in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if index not in taken and place not in used:
            taken[index] = place
            used.add(place)
    return taken, still & taken.keys()

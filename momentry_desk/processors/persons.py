"""Which tracks of faces belong to one person: clusters around the mean of good views, made as the tracks end.

Single pairs chain: two strangers are joined by a third, blurred face that looks a little like both. So a face is
held against a person's centre, and only a good view moves that centre.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Embedding = NDArray[np.float32]

#: Cosine of two SFace embeddings from which OpenCV's model zoo takes them for one person; from single pairs.
PAIR_THRESHOLD = 0.363

#: Cosine to a person's centre from which a track is that person, and two centres are one person. Measured:
#: strangers stay below 0.30 on good views and reach 0.45 on faces below 60 pixels.
#: Among 40 labelled people a few pairs of strangers came to 0.49. Who is begun twice here is put together with the
#: persons of the library; strangers who are put together here stay so.
JOIN_THRESHOLD = 0.50
MERGE_THRESHOLD = 0.52

#: Who is seen twice at the same time is two persons, unless the faces are as good as equal (a mirror, a screen).
TOGETHER_THRESHOLD = 0.70

#: A view below this quality finds its person but never moves the centre.
GOOD_QUALITY = 0.35

#: More persons than this in one video are joined to the nearest: the state stays bounded.
MAX_PERSONS = 300

_RECENT = 8


class Person(msgspec.Struct, array_like=True):
    """One person so far. `total` is the weighted sum of embeddings (float32 bytes), `seen` its latest times."""

    number: int
    total: bytes
    weight: float
    quality: float
    seen: list[tuple[float, float]]

    def centre(self) -> "Embedding":
        return unit(np.frombuffer(self.total, np.float32))

    def shares(self, start_s: float, end_s: float) -> bool:
        """Whether the person was seen elsewhere in the picture during this time."""
        return any(start_s < end and begin < end_s for begin, end in self.seen)


class Persons:
    """The persons of one video; numbers count from 1 and are never used twice."""

    def __init__(self, persons: Sequence[Person] = ()) -> None:
        self.persons = list(persons)

    def assign(self, embedding: "Embedding", quality: float, start_s: float, end_s: float) -> int:
        """The number of the person whose track this is, a new one where nobody is near enough."""
        best: Person | None = None
        best_cosine = -1.0
        for person in self.persons:
            cosine = float(person.centre() @ embedding)
            if person.shares(start_s, end_s) and cosine < TOGETHER_THRESHOLD:
                continue
            if cosine > best_cosine:
                best, best_cosine = person, cosine
        full = len(self.persons) >= MAX_PERSONS
        weak = quality < GOOD_QUALITY or (best is not None and best.quality < GOOD_QUALITY)
        # On a weak view strangers look more alike: it must be nearer, or it stays alone.
        if best is None or (best_cosine < JOIN_THRESHOLD + 0.05 * weak and not full):
            number = max((person.number for person in self.persons), default=0) + 1
            weight = max(quality, 0.01)
            total = (embedding * weight).astype(np.float32).tobytes()
            self.persons.append(Person(number, total, weight, quality, [(start_s, end_s)]))
            return number
        if quality >= min(GOOD_QUALITY, best.quality):
            total_now = np.frombuffer(best.total, np.float32) + embedding * np.float32(quality)
            best.total = total_now.astype(np.float32).tobytes()
            best.weight += quality
            best.quality = max(best.quality, quality)
        best.seen = [*best.seen[1 - _RECENT :], (start_s, end_s)]
        return best.number

    def merges(self) -> list[tuple[int, int]]:
        """(merged, into) for persons that the whole video shows to be one, nearest first. Called at the end."""
        found: list[tuple[int, int]] = []
        while True:
            pair = self._nearest_pair()
            if pair is None:
                return found
            kept, gone = pair
            total = np.frombuffer(kept.total, np.float32) + np.frombuffer(gone.total, np.float32)
            kept.total = total.astype(np.float32).tobytes()
            kept.weight += gone.weight
            kept.quality = max(kept.quality, gone.quality)
            kept.seen = kept.seen + gone.seen
            self.persons.remove(gone)
            found = [(merged, kept.number if into == gone.number else into) for merged, into in found]
            found.append((gone.number, kept.number))

    def _nearest_pair(self) -> tuple[Person, Person] | None:
        if len(self.persons) < 2:
            return None
        centres = np.stack([person.centre() for person in self.persons])
        cosines = centres @ centres.T
        best: tuple[Person, Person] | None = None
        best_cosine = MERGE_THRESHOLD
        for first in range(len(self.persons)):
            for second in range(first + 1, len(self.persons)):
                cosine = float(cosines[first, second])
                if cosine < best_cosine:
                    continue
                one, other = self.persons[first], self.persons[second]
                together = any(one.shares(start, end) for start, end in other.seen)
                if not together or cosine >= TOGETHER_THRESHOLD:
                    best, best_cosine = (one, other), cosine
        return best


def unit(vector: "Embedding") -> "Embedding":
    """`vector` at length 1; a zero vector stays."""
    length = float(np.linalg.norm(vector))
    return (vector / length).astype(np.float32) if length > 0 else vector

"""Who is who, on labelled faces: how many pairs that were put together belong together, and how many of those that
belong together were put together.

`python -m tests.benchmarks.people` fetches the labelled faces once, sorts them as the program does (detection,
embedding, tracks, the persons of a file, those of the library in a real database) and exits 1 below the bounds. Two
libraries are made of the 400 photographs: each photograph a file of its own, which leaves nothing to average; and
clips, in which five photographs of a person follow each other a second apart. Photographs, not footage: every view
is one that was taken by itself, so none is counted twice.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from momentry_desk.core.findings import Checkpoint, Chunk, FaceSighting
from momentry_desk.core.messages import CompareFaces, FileSeen
from momentry_desk.core.model import MediaInfo, TaskRequest
from momentry_desk.core.people import Likeness, decide
from momentry_desk.processors.base import Context
from momentry_desk.processors.face import FaceProcessor
from momentry_desk.processors.likeness import compare
from momentry_desk.store.database import open_database
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.people import FaceScan, PeopleStore
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.videos import VideoStore
from tests.benchmarks.labelled import faces as labelled_faces

if TYPE_CHECKING:
    from tests.benchmarks.labelled.faces import Picture

PRECISION = 0.98
RECALL = 0.8
PHOTOS_A_CLIP = 5
_NOW = 1_790_000_000.0
_LENGTH = 128


class Sorted(NamedTuple):
    """Over pairs of sightings, 0 to 1. `files` were scanned, of `people` in truth; `persons` came of them."""

    people: int
    files: int
    sightings: int
    persons: int
    precision: float
    recall: float

    @property
    def good(self) -> bool:
        return self.precision >= PRECISION and self.recall >= RECALL

    def __str__(self) -> str:
        return (
            f"{self.people} people, {self.files} files, {self.sightings} sightings: {self.persons} persons,"
            f" precision {self.precision:.4f}, recall {self.recall:.4f}"
        )


class _Frame:
    """A picture as a processor asks for it."""

    def __init__(self, picture: "Picture") -> None:
        self._picture = picture
        self.height, self.width = picture.shape[:2]

    def bgr(self, longest: int | None = None) -> "Picture":
        assert longest is None or longest >= max(self.width, self.height)
        return self._picture

    def gray(self, longest: int | None = None) -> "Picture":
        raise NotImplementedError

    def coarse(self, longest: int) -> "Picture":
        raise NotImplementedError


class Looker:
    """The warm networks."""

    def __init__(self, weights: Path) -> None:
        self._processor = FaceProcessor()
        self._context = Context(MediaInfo("made", None, True, False), find_weights=lambda name: weights / name)

    def look(self, pictures: "Sequence[Picture]") -> list[FaceSighting]:
        """What a scan finds in pictures a second apart."""
        run = self._processor.begin(self._context)
        found = [one for at, picture in enumerate(pictures) for one in run.feed(float(at), _Frame(picture))]
        found += run.finish(float(len(pictures)))
        return [one for one in found if isinstance(one, FaceSighting)]


def measure(files: Sequence[tuple[int, Sequence[FaceSighting]]], folder: Path, seed: int = 1) -> Sorted:
    """Sort files (who is in it, what a scan found) into persons, in an order that the seed shuffles."""
    order = list(files)
    random.Random(seed).shuffle(order)
    with open_database(folder) as database:
        people, tasks, findings = PeopleStore(database), TaskStore(database), FindingStore(database)
        VideoStore(database).register([FileSeen(f"/{at}.mp4", f"{at}", 1, 1) for at in range(len(order))], _NOW)
        labelled: list[tuple[int, int]] = []
        for at, (_, sightings) in enumerate(order):
            (submitted,) = tasks.submit([TaskRequest(f"{at}", f"{at}.mp4", ("face",))], _NOW)
            attempt = tasks.claim(submitted.task_id, _NOW)
            assert attempt is not None
            point = Checkpoint("face", 0.0, 9.0, "made", b"", True)
            assert findings.store_chunk(attempt.attempt_id, Chunk(1, tuple(sightings), (point,)), _NOW)
            assert tasks.complete(attempt.attempt_id, _NOW, running_s=1, peak_memory=1, cpu_s=1)
            while (scan := people.unsorted()) is not None:
                assert people.sort(scan, decide(scan.groups, _likenesses(people, scan)))
        for at, (label, _) in enumerate(order):
            labelled += [(label, one.person_id) for one in people.in_video(f"{at}")]
    pairs = list(combinations(labelled, 2))
    together = [one[0] == other[0] for one, other in pairs if one[1] == other[1]]
    belong = [one[1] == other[1] for one, other in pairs if one[0] == other[0]]
    return Sorted(
        len({label for label, _ in files}),
        len(files),
        len(labelled),
        len({person for _, person in labelled}),
        sum(together) / len(together),
        sum(belong) / len(belong),
    )


def _likenesses(people: PeopleStore, scan: FaceScan) -> list[Likeness]:
    if not scan.groups:
        return []
    centres = people.centres(scan.groups[0].model)
    faces = b"".join(group.total for group in scan.groups)
    told = compare(CompareFaces("", faces, centres.vectors, _LENGTH))
    return [
        Likeness(group, centres.person_ids[at], cosine)
        for group, near in enumerate(told.nearest)
        for at, cosine in near
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=Path(".weights"), help="the folder with the models")
    parsed = parser.parse_args()
    labelled_faces.fetch()
    looker = Looker(parsed.weights)
    people = labelled_faces.photographs()
    photographs = [(who, looker.look([picture])) for who, pictures in people for picture in pictures]
    clips = [
        (who, looker.look(pictures[at : at + PHOTOS_A_CLIP]))
        for who, pictures in people
        for at in range(0, len(pictures), PHOTOS_A_CLIP)
    ]
    good = True
    for name, files in (("photographs", photographs), ("clips", clips)):
        for seed in (1, 2, 3):
            with tempfile.TemporaryDirectory() as folder:
                told = measure(files, Path(folder), seed)
            sys.stdout.write(f"{name}, order {seed}: {told}\n")
            good = good and told.good
    sys.stdout.write(f"bounds: precision {PRECISION}, recall {RECALL}: {'held' if good else 'NOT HELD'}\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

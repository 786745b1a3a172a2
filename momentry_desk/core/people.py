"""The persons of the whole library: who a video's faces are, decided from likenesses that a worker computed.

A likeness is the cosine of two embeddings. One face says little: a video's persons are held against the centres of
the library's, and only good views move a centre, so that strangers are not chained together by blurred faces.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from momentry_desk.core.findings import Box

#: A view below this quality finds its person but never moves the centre.
GOOD_QUALITY = 0.35
#: From this likeness of two centres on they are one person; what has no good view has to come nearer. For single
#: faces the model's authors take 0.363 (OpenCV model zoo, SFace). Measured on 40 labelled people: the nearest of
#: strangers' centres reach 0.50 to 0.53, a person's own views stay above that in 98 of 100.
JOIN_LIKENESS = 0.52
WEAK_JOIN_LIKENESS = 0.57
#: Who is seen twice at the same time is two persons, unless they are as good as equal (a mirror, a screen).
TOGETHER_LIKENESS = 0.70
#: From here on two persons are suggested to be one.
SUGGEST_LIKENESS = 0.36
#: A face of a new scan is the one that something was said about, from these on: it stands there at that time, and
#: looks alike if it moved.
SAME_FACE_OVERLAP = 0.3
SAME_FACE_LIKENESS = 0.60


#: What the window calls somebody without a name, before the number, as words that are searched: one for each of its
#: languages.
_CALLED = (["person"], ["人", "物"])


def called(person_id: int) -> str:
    """What a person is called who has no name."""
    return f"Person {person_id}"


def number_of(searched: Sequence[str]) -> int | None:
    """Of whom these searched words speak, if they are what somebody without a name is called."""
    *before, number = searched or ("",)
    return int(number) if before in _CALLED and number.isdecimal() and len(number) < 10 else None


class Face(msgspec.Struct, frozen=True):
    """One face followed through time, as a scan found it; `number` is its person within the video."""

    finding_id: int
    number: int
    start: float
    end: float
    box: Box
    quality: float
    model: str
    embedding: bytes


class Fact(msgspec.Struct, frozen=True):
    """What somebody said about a face: it is `person_id`, or (`same` False) it is not."""

    person_id: int
    same: bool
    start: float
    end: float
    box: Box
    model: str
    embedding: bytes


class Group(msgspec.Struct, frozen=True):
    """Faces of one video that are one person. `person_id` was said; `not_persons` was said too.

    `total` is the sum of the embeddings by their weight, little-endian float32; `good`: made of good views.
    """

    faces: tuple[Face, ...]
    total: bytes
    weight: float
    good: bool
    person_id: int | None = None
    not_persons: frozenset[int] = frozenset()

    @property
    def model(self) -> str:
        return self.faces[0].model


class Likeness(msgspec.Struct, frozen=True, array_like=True):
    """How like a group (by its index) is to a person of the library."""

    group: int
    person_id: int
    cosine: float


class PersonCard(msgspec.Struct, frozen=True):
    """One person as the grid shows it. `seconds` on screen in `files` files; `crop` a JPEG of the best view."""

    person_id: int
    name: str
    hidden: bool
    seconds: float
    sightings: int
    files: int
    crop: bytes = b""


class PersonSighting(msgspec.Struct, frozen=True):
    """A person on screen. `finding_id` is what splits and corrections name."""

    finding_id: int
    person_id: int
    name: str
    file_uuid: str
    start: float
    end: float
    quality: float
    crop: bytes = b""


class Suggestion(msgspec.Struct, frozen=True):
    """Two persons that may be one, with how like they are (0 to 1)."""

    one: PersonCard
    other: PersonCard
    likeness: float


class Forgotten(msgspec.Struct, frozen=True):
    """What "forget faces" did: numbers, and the files it cleaned or (where they could not be read) deleted."""

    persons: int
    names: int
    sightings: int
    cleaned: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        text = f"{self.persons} persons, {self.names} names and {self.sightings} appearances are forgotten."
        if self.cleaned:
            text += f" They were taken out of {len(self.cleaned)} backups and set-aside databases too."
        if self.deleted:
            text += f" These could not be read and were deleted: {', '.join(self.deleted)}."
        if self.left:
            text += f" These could not be changed and may still hold faces; delete them: {', '.join(self.left)}."
        return text


def groups(faces: Iterable[Face], facts: Sequence[Fact]) -> list[Group]:
    """A video's faces by person; those that something was said about stand by themselves."""
    members: dict[tuple[int, str, int | None, frozenset[int]], list[Face]] = {}
    for face in faces:
        if not usable(face.embedding):
            continue
        said = [fact for fact in facts if is_face_of(fact, face)]
        person = next((fact.person_id for fact in reversed(said) if fact.same), None)
        others = frozenset(fact.person_id for fact in said if not fact.same and fact.person_id != person)
        members.setdefault((face.number, face.model, person, others), []).append(face)
    found = []
    # Those of one model stand together.
    for (_, _, person, others), some in sorted(members.items(), key=lambda item: item[0][1]):
        total, weight, good = centre(some)
        found.append(Group(tuple(some), total, weight, good, person, others))
    return found


def usable(embedding: bytes) -> bool:
    """Whether these are 128 float32 (SFace's length)."""
    return len(embedding) == 512


def centre(faces: Sequence[Face]) -> tuple[bytes, float, bool]:
    """Sum of the good views by quality, its weight, True; without a good one the best view alone, and False."""
    good = [face for face in faces if face.quality >= GOOD_QUALITY]
    used = good or [max(faces, key=lambda face: face.quality)]
    return (
        weighted_sum((face.embedding, max(face.quality, 0.01)) for face in used),
        sum(max(face.quality, 0.01) for face in used),
        bool(good),
    )


def weighted_sum(parts: Iterable[tuple[bytes, float]]) -> bytes:
    """Of embeddings of one length; empty where there are none."""
    total: list[float] = []
    for embedding, weight in parts:
        values = array("f", embedding)
        total = total or [0.0] * len(values)
        total = [a + b * weight for a, b in zip(total, values, strict=True)]
    return array("f", total).tobytes()


def likeness(one: bytes, other: bytes) -> float:
    """The cosine of two embeddings; 0 where either is none. For a few: a worker compares many."""
    first, second = array("f", one), array("f", other)
    if len(first) != len(second):
        return 0.0
    product = sum(a * b for a, b in zip(first, second, strict=True))
    lengths = sum(a * a for a in first) * sum(b * b for b in second)
    return float(product / lengths**0.5) if lengths > 0 else 0.0


def is_face_of(fact: Fact, face: Face) -> bool:
    """Whether this is the face that something was said about, found again by time, box and embedding."""
    if fact.model == face.model and fact.embedding == face.embedding:
        return (fact.start, fact.end) == (face.start, face.end) or _meet(fact, face)
    if not _meet(fact, face):
        return False
    alike = likeness(fact.embedding, face.embedding) if fact.model == face.model else None
    if alike is None:
        return overlap(fact.box, face.box) >= SAME_FACE_OVERLAP
    return alike >= SAME_FACE_LIKENESS or (
        alike >= SUGGEST_LIKENESS and overlap(fact.box, face.box) >= SAME_FACE_OVERLAP
    )


def _meet(one: Fact | Face, other: Fact | Face) -> bool:
    return one.start < other.end and other.start < one.end


def overlap(one: Box, other: Box) -> float:
    """Intersection over union, 0 to 1."""
    width = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (one.width * one.height + other.width * other.height - width * height)


def decide(some: Sequence[Group], likenesses: Iterable[Likeness]) -> list[int | None]:
    """For each group the person of the library that it is, None for somebody new.

    The most alike are joined first. What was said goes before any likeness; two groups that are on screen together
    are one person only where they are as good as equal.
    """
    answer = [group.person_id for group in some]
    here: dict[int, list[int]] = {}
    for index, person in enumerate(answer):
        if person is not None:
            here.setdefault(person, []).append(index)
    for one in sorted(likenesses, key=lambda one: (-one.cosine, one.group, one.person_id)):
        group = some[one.group]
        if answer[one.group] is not None or one.person_id in group.not_persons:
            continue
        if one.cosine < (JOIN_LIKENESS if group.good else WEAK_JOIN_LIKENESS):
            continue
        beside = here.get(one.person_id, [])
        if one.cosine < TOGETHER_LIKENESS and any(_together(group, some[other]) for other in beside):
            continue
        answer[one.group] = one.person_id
        here.setdefault(one.person_id, []).append(one.group)
    return answer


def _together(one: Group, other: Group) -> bool:
    return any(_meet(first, second) for first in one.faces for second in other.faces)


def suggestions(
    cards: Mapping[int, PersonCard], likenesses: Iterable[tuple[int, int, float]], apart: Iterable[tuple[int, int]]
) -> list[Suggestion]:
    """Pairs of persons that may be one, the most alike first; never those that were said to be two."""
    two = {frozenset(pair) for pair in apart}
    best: dict[frozenset[int], float] = {}
    for one, other, cosine in likenesses:
        pair = frozenset((one, other))
        if len(pair) == 2 and cosine >= SUGGEST_LIKENESS and pair not in two and pair <= cards.keys():
            best[pair] = max(cosine, best.get(pair, 0.0))
    order = sorted(best.items(), key=lambda item: (-item[1], sorted(item[0])))
    return [Suggestion(cards[min(pair)], cards[max(pair)], cosine) for pair, cosine in order]

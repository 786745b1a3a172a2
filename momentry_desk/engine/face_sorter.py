"""Puts the faces of finished scans to the persons of the library, one scan after another.

A worker computes likenesses; what follows from them is decided in the core and written in one transaction.
"""

import itertools
import logging
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from PySide6.QtCore import QTimer

from momentry_desk.core.messages import CompareFaces, FacesCompared
from momentry_desk.core.people import Likeness, PersonCard, Suggestion, decide, suggestions
from momentry_desk.engine.lookout import Glance, Lookout
from momentry_desk.engine.stores import Stores
from momentry_desk.store.people import Centres, FaceScan

#: Embeddings of 512 bytes in one message; with base64 it stays below half of a line's limit.
_FACES = 1_000
_CENTRES = 4_000
_LENGTH = 128
_BYTES = 4 * _LENGTH
#: A worker that was lost so often over one scan is not asked again in this life.
_TRIES = 3
#: Persons that are held against each other for suggestions, those on screen longest.
_SUGGESTED = 2_000
#: Likenesses told for each of them: its own and the nearest others.
_NEAREST = 6

_log = logging.getLogger(__name__)


@dataclass
class _Question:
    """A comparison and what its columns and rows are: groups from `first`, persons."""

    message: CompareFaces
    first: int
    person_ids: tuple[int, ...]


class FaceSorter:
    """Lives on the engine's thread. `wake` after a scan of faces may have ended, `step` now and then."""

    def __init__(self, stores: Stores, lookout: Lookout, changed: Callable[[], None]) -> None:
        """`changed` is called after faces were put to persons."""
        self._stores = stores
        self._lookout = lookout
        self._changed = changed
        self._awake = True
        self._busy = False
        self._stopped = False
        self._allowed = False
        self._losses = 0
        self._asking: set[Future[tuple[Suggestion, ...]]] = set()

    def wake(self) -> None:
        self._awake = True

    def allow(self, allowed: bool) -> None:
        """Whether faces may be sorted; not before it was said."""
        self._allowed = allowed

    def step(self) -> None:
        """Begin with the next scan that waits, if none is under way."""
        if self._stopped or not self._allowed or self._busy or not self._awake or self._losses >= _TRIES:
            return
        scan = self._stores.people.unsorted()
        if scan is None:
            self._awake = False
            return
        self._busy = True
        self._go_on(scan, deque(self._questions(scan)), [])

    def suggest(self, answer: "Future[tuple[Suggestion, ...]]") -> None:
        """Pairs of persons that may be one; hidden ones are left out."""
        if not self._allowed:
            answer.set_result(())
            return
        cards = {card.person_id: card for card in self._stores.people.people(limit=_SUGGESTED)}
        likenesses: list[tuple[int, int, float]] = []
        questions = deque(self._pairs(cards))
        self._asking.add(answer)

        def over(_ignored: object = None) -> None:
            self._asking.discard(answer)
            if not answer.done():
                found = suggestions(cards, likenesses, self._stores.people.apart())
                answer.set_result(tuple(found))

        def ask() -> None:
            if not questions:
                over()
                return
            question = questions.popleft()

            def compared(message: FacesCompared) -> None:
                for row, near in enumerate(message.nearest):
                    one = question.person_ids[question.first + row]
                    likenesses.extend((one, question.person_ids[column], cosine) for column, cosine in near)
                ask()

            # Where the worker is lost, what is known so far is told.
            self._lookout.look(_comparison(question.message, compared, over), urgent=True)

        ask()

    def stop(self) -> None:
        """Nothing more begins; whoever waits for suggestions gets none."""
        self._stopped = True
        for answer in self._asking:
            if not answer.done():
                answer.set_result(())
        self._asking.clear()

    def _questions(self, scan: FaceScan) -> Iterator[_Question]:
        # Groups of one model stand together, so that a question's rows are groups from `first` on.
        for model, some in itertools.groupby(enumerate(scan.groups), key=lambda pair: pair[1].model):
            numbered = list(some)
            centres = self._stores.people.centres(model)
            for start in range(0, len(numbered), _FACES):
                part = numbered[start : start + _FACES]
                faces = b"".join(group.total for _, group in part)
                yield from _against(faces, part[0][0], centres)

    def _pairs(self, cards: "dict[int, PersonCard]") -> Iterator[_Question]:
        for model in self._stores.people.models():
            centres = self._stores.people.centres(model)
            shown = [at for at, person in enumerate(centres.person_ids) if person in cards]
            vectors = b"".join(centres.vectors[at * _BYTES : (at + 1) * _BYTES] for at in shown)
            ids = tuple(centres.person_ids[at] for at in shown)
            for start in range(0, len(ids), _FACES):
                faces = vectors[start * _BYTES : (start + _FACES) * _BYTES]
                yield _Question(CompareFaces("", faces, vectors, _LENGTH, _NEAREST), start, ids)

    def _go_on(self, scan: FaceScan, questions: "deque[_Question]", likenesses: list[Likeness]) -> None:
        if not questions:
            self._busy = False
            if self._stores.people.sort(scan, decide(scan.groups, likenesses)):
                self._losses = 0
                self._changed()
            # Commands come in between: after an update a whole library may wait to be sorted.
            QTimer.singleShot(0, self.step)
            return
        question = questions.popleft()

        def compared(message: FacesCompared) -> None:
            for row, near in enumerate(message.nearest):
                likenesses.extend(
                    Likeness(question.first + row, question.person_ids[column], cosine) for column, cosine in near
                )
            self._go_on(scan, questions, likenesses)

        def lost(_silent: bool) -> None:
            self._busy = False
            self._losses += 1
            _log.warning("the worker that compares faces was lost (%d of %d)", self._losses, _TRIES)

        self._lookout.look(_comparison(question.message, compared, lost), urgent=True)


def _against(faces: bytes, first: int, centres: Centres) -> Iterator[_Question]:
    for start in range(0, len(centres.person_ids), _CENTRES):
        some = centres.vectors[start * _BYTES : (start + _CENTRES) * _BYTES]
        ids = centres.person_ids[start : start + _CENTRES]
        yield _Question(CompareFaces("", faces, some, _LENGTH), first, ids)


def _comparison(
    message: CompareFaces, compared: Callable[[FacesCompared], None], lost: Callable[[bool], None]
) -> Glance:
    return Glance((), False, lambda _done: None, lost, compare=message, compared=compared)

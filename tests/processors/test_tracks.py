"""A face goes on as the same track where it looks the same; another face in the same place is another track."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.findings import Box
from momentry_desk.core.people import overlap
from momentry_desk.processors.persons import unit
from momentry_desk.processors.tracks import Track, match


def _vector(seed: int, size: int) -> np.ndarray:
    return unit(np.random.default_rng(seed).normal(size=size).astype(np.float32))


class Face:
    """A view whose embedding counts how often it was asked for."""

    def __init__(self, person: int, box: Box, look: int | None = None) -> None:
        self.box = box
        self.look = _vector(1000 + (person if look is None else look), 256)
        self.promise = 0.8
        self._person = person
        self.asked = 0

    def embedding(self) -> np.ndarray:
        self.asked += 1
        return _vector(self._person, 128)


def _track(person: int, box: Box) -> Track:
    embedding = _vector(person, 128).tobytes()
    look = _vector(1000 + person, 256).tobytes()
    return Track(0.0, 1.0, box, look, embedding, embedding, box, 0.9, 0.8, 0.8, b"")


PLACE = Box(0.4, 0.3, 0.2, 0.3)
ELSEWHERE = Box(0.1, 0.1, 0.2, 0.3)


def test_a_face_that_stays_needs_no_new_embedding() -> None:
    face = Face(1, PLACE)
    assert match([_track(1, PLACE)], [face]) == ({0: 0}, {0})
    assert face.asked == 0


def test_another_face_in_the_same_place_after_a_cut_is_not_the_same_track() -> None:
    assert match([_track(1, PLACE)], [Face(2, PLACE)]) == ({}, set())


def test_a_face_that_moved_is_known_by_its_embedding() -> None:
    taken, still = match([_track(1, PLACE)], [Face(1, ELSEWHERE, look=5)])
    assert taken == {0: 0}
    assert still == set()


def test_two_faces_that_change_places_keep_their_tracks() -> None:
    tracks = [_track(1, PLACE), _track(2, ELSEWHERE)]
    assert match(tracks, [Face(2, PLACE), Face(1, ELSEWHERE)])[0] == {0: 1, 1: 0}


def test_no_track_is_given_to_two_faces() -> None:
    taken, _ = match([_track(1, PLACE)], [Face(1, PLACE), Face(1, PLACE)])
    assert taken == {0: 0}


_boxes = st.builds(Box, st.floats(0, 0.9), st.floats(0, 0.9), st.floats(0.01, 0.5), st.floats(0.01, 0.5))


@given(_boxes, _boxes)
def test_overlap_is_symmetric_and_between_nothing_and_all(one: Box, other: Box) -> None:
    assert 0 <= overlap(one, other) <= 1 + 1e-9
    assert overlap(one, other) == overlap(other, one)
    assert overlap(one, one) == pytest.approx(1)

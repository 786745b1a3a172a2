"""Tracks become persons: a stranger is never chained in, a person is known again, two at once are two."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.processors.persons import MAX_PERSONS, Persons, unit


def _face(seed: int) -> np.ndarray:
    """A direction of its own for each seed; different seeds are strangers."""
    return unit(np.random.default_rng(seed).normal(size=128).astype(np.float32))


def _at(degrees: float) -> np.ndarray:
    """A face so far from the first person's: strangers are 90 degrees apart."""
    vector = np.zeros(128, np.float32)
    vector[0], vector[1] = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return vector


def test_a_person_is_known_again() -> None:
    persons = Persons()
    assert persons.assign(_at(0), 0.9, 0, 3) == 1
    assert persons.assign(_at(90), 0.9, 3, 6) == 2
    assert persons.assign(_at(-40), 0.8, 6, 9) == 1


def test_blurred_faces_between_two_persons_do_not_chain_them() -> None:
    persons = Persons()
    assert persons.assign(_at(0), 0.9, 0, 3) == 1
    for index in range(5):
        assert persons.assign(_at(45), 0.1, 3 + index, 4 + index) == 1
    # Single pairs would do it: 45 degrees is a cosine of 0.7, to either side.
    assert persons.assign(_at(90), 0.9, 20, 23) == 2
    assert persons.assign(_at(0), 0.9, 30, 33) == 1
    assert persons.merges() == []


def test_who_is_seen_twice_at_once_is_two_persons() -> None:
    persons = Persons()
    assert persons.assign(_at(0), 0.9, 0, 5) == 1
    assert persons.assign(_at(53), 0.9, 2, 4) == 2
    assert persons.merges() == []
    later = Persons()
    assert later.assign(_at(0), 0.9, 0, 5) == 1
    assert later.assign(_at(53), 0.9, 6, 8) == 1


def test_a_person_begun_twice_is_merged_at_the_end() -> None:
    persons = Persons()
    assert persons.assign(_at(0), 0.2, 0, 1) == 1
    assert persons.assign(_at(63), 0.9, 5, 6) == 2
    assert persons.assign(_at(40), 0.9, 8, 9) == 2
    assert persons.merges() == [(2, 1)]
    assert [person.number for person in persons.persons] == [1]


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(0.1, 1.0)), max_size=40))
def test_the_state_and_its_copy_go_on_alike(tracks: list[tuple[int, float]]) -> None:
    persons = Persons()
    half = len(tracks) // 2
    for index, (seed, quality) in enumerate(tracks[:half]):
        persons.assign(_face(seed), quality, index, index + 0.5)
    copy = Persons([type(p)(p.number, p.total, p.weight, p.quality, list(p.seen)) for p in persons.persons])
    for index, (seed, quality) in enumerate(tracks[half:], half):
        assert persons.assign(_face(seed), quality, index, index + 0.5) == copy.assign(
            _face(seed), quality, index, index + 0.5
        )
    assert persons.merges() == copy.merges()


def test_a_crowd_without_end_stays_bounded() -> None:
    persons = Persons()
    for index in range(MAX_PERSONS + 50):
        persons.assign(_face(index), 0.9, index, index + 0.5)
    assert len(persons.persons) == MAX_PERSONS

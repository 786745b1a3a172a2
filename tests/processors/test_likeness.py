"""Many likenesses at once equal those of one pair after another."""

import numpy as np
import pytest

from momentry_desk.core.messages import CompareFaces
from momentry_desk.core.people import likeness
from momentry_desk.processors.likeness import compare


def test_the_nearest_centres_are_told_the_nearest_first() -> None:
    chance = np.random.default_rng(3)
    faces, centres = (chance.normal(size=(count, 8)).astype("<f4") for count in (5, 7))
    told = compare(CompareFaces("c", faces.tobytes(), centres.tobytes(), 8, nearest=3))
    assert told.compare_id == "c"
    for face, near in zip(faces, told.nearest, strict=True):
        every = sorted((-likeness(face.tobytes(), centre.tobytes()), at) for at, centre in enumerate(centres))
        assert [at for at, _ in near] == [at for _, at in every[:3]]
        assert [cosine for _, cosine in near] == pytest.approx([-cosine for cosine, _ in every[:3]], abs=1e-6)


def test_no_centres_and_no_length_are_like_nobody() -> None:
    zero = np.zeros(8, "<f4").tobytes()
    assert compare(CompareFaces("c", zero, b"", 8)).nearest == ((),)
    assert compare(CompareFaces("c", zero, zero, 8)).nearest == (((0, 0.0),),)

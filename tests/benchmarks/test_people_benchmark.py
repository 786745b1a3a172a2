"""Faces of whom it is known who they are become the persons that they are."""

import sys
from pathlib import Path

import pytest

from tests.benchmarks import people
from tests.benchmarks.labelled import faces as labelled_faces


@pytest.mark.weights
def test_persons_are_put_together_as_the_labels_say(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fourteen of the labelled people, each photograph a file of its own; the benchmark takes all forty."""
    if not labelled_faces.archive().exists():
        pytest.skip("the labelled faces are not here; `python -m tests.benchmarks.people` fetches them")
    looker = people.Looker(weights)
    files = [
        (who, looker.look([picture]))
        for who, pictures in labelled_faces.photographs(people=14)
        for picture in pictures
    ]
    told = people.measure(files, tmp_path)
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
    assert told.people == 14
    assert told.sightings >= 138
    assert told.precision >= people.PRECISION
    assert told.recall >= people.RECALL

"""The scan benchmark runs to its end in its smallest form, and what it compares is found."""

import copy
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import scan
from tests.benchmarks.scanning import accuracy, inputs
from tests.benchmarks.scanning.bounds import bounds


@pytest.mark.weights
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="CPU seconds of children are counted as POSIX does")
def test_the_benchmark_measures_all_it_promises(tmp_path: Path, weights: Path) -> None:
    told = io.StringIO()
    figures = scan.measure(scan.Saying(told), inputs.TINY, tmp_path, weights, with_peers=False, count=1)
    film = json.loads(json.dumps(figures))["film"]
    assert figures["ratio_to_ideal"] == film["ratio_to_ideal"] > 0.5
    assert figures["speedup_over_naive"] > 1
    assert figures["speedup_over_peers"] is None
    assert film["accuracy"]["word error rate"]["ours"] <= film["accuracy"]["word error rate"]["naive"]
    assert film["accuracy"]["texts missed"]["ours"] == 0
    assert film["accuracy"]["faces"]["persons"] == 1
    assert film["accuracy"]["cuts"]["ours"] == 1
    assert 0 < film["ours"]["scan"]["peak_memory"] < 1.5 * 2**30
    assert figures["talk"]["word_error_rate"] < 0.2
    assert figures["bounds"]["speedup_over_naive"]["held"]
    assert "held: speedup_over_naive" in told.getvalue()


FIGURES = {
    "film": {
        "ratio_to_ideal": 1.1,
        "ratio_to_ideal_batch": 1.0,
        "ratio_to_ideal_cpu": 0.8,
        "speedup_over_naive": 15.0,
        "speedup_over_naive_wall": 20.0,
        "speedup_over_peers": None,
        "speedup_over_peers_wall": None,
        "ours": {"scan": {"peak_memory": 9e8}},
        "accuracy": {
            "word error rate": {"ours": 0.01, "naive": 0.01, "peer": 0.1},
            "faces": {"share of a four times denser pass": 1.0},
            "cuts": {"unlike PySceneDetect's": 0},
        },
    },
    "clips": {"over_ideal_after_the_first": 0.06},
    "talk": {"cpu_share": 0.01},
    "memory": {"2 min": 1000, "20 min": 1020},
}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("film", "ratio_to_ideal"), 1.3),
        (("film", "speedup_over_peers"), 2.0),
        (("film", "accuracy", "word error rate", "ours"), 0.02),
        (("film", "accuracy", "cuts", "unlike PySceneDetect's"), 1),
        (("clips", "over_ideal_after_the_first"), 0.2),
        (("talk", "cpu_share"), 0.04),
        (("memory", "120 min"), 1080),
    ],
)
def test_a_figure_over_its_bound_is_told(place: tuple[str, ...], value: float) -> None:
    assert all(bound.held for bound in bounds(FIGURES))
    worse = copy.deepcopy(FIGURES)
    inner: dict[str, Any] = worse
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    missed = [bound for bound in bounds(worse) if not bound.held]
    assert len(missed) == 1
    assert missed[0].sentence().startswith("MISSED")


def test_a_text_counts_as_found_where_most_of_its_letters_are_right() -> None:
    held = accuracy.lines(
        ("Harbour at dawn", "The long way", "每一个瞬间"), ["HARBOUR AT DAWM", "Tho lnog wcy", "每一个瞬间"]
    )
    assert (held.known, held.found) == (3, 2)
    assert held.character_error == pytest.approx(1 / 13 / 2)


def test_a_cut_that_only_one_side_knows_counts_once() -> None:
    assert accuracy.cuts_differing([3.0, 6.5, 10.0], [3.05, 6.5, 8.0]) == 2


def test_case_and_punctuation_are_no_word_errors() -> None:
    assert accuracy.word_error("welcome to our movie", "Welcome, to our movie.") == 0
    assert accuracy.word_error("", "invented") == 1

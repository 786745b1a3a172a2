"""The scan benchmark runs to its end in its smallest form, and what it compares is found."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.benchmarks import scan
from tests.benchmarks.scanning import accuracy, inputs


@pytest.mark.weights
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="CPU seconds of children are counted as POSIX does")
def test_the_benchmark_measures_all_it_promises(tmp_path: Path, weights: Path) -> None:
    told = io.StringIO()
    figures = scan.measure(scan.Saying(told), inputs.TINY, tmp_path, weights, with_peers=False)
    film = json.loads(json.dumps(figures))["film"]
    assert figures["ratio_to_ideal"] == film["ratio_to_ideal"] > 0.5
    assert figures["speedup_over_naive"] > 1
    assert figures["speedup_over_peers"] is None
    assert film["accuracy"]["word error rate"]["ours"] <= film["accuracy"]["word error rate"]["naive"]
    assert film["accuracy"]["texts found"]["ours"] == "2 of 2"
    assert film["accuracy"]["faces"]["persons"] == 1
    assert film["accuracy"]["cuts"]["ours"] == 1
    assert 0 < film["ours"]["scan"]["peak_memory"] < 1.5 * 2**30
    assert figures["talk"]["word_error_rate"] < 0.2
    assert "ratio_to_ideal" in told.getvalue()


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

"""Names and terms: tidied, and bounded by what the speech model takes in."""

import pytest

from momentry_desk.core import glossary
from momentry_desk.core.settings import from_mapping


def test_terms_are_parted_and_twins_left_out() -> None:
    assert glossary.tidy(["Ana  Ruiz,Brinmoor", " brinmoor\nProRes ", ""]) == ("Ana Ruiz", "Brinmoor", "ProRes")


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ([f"t{n}" for n in range(101)], "101 entries"),
        (["x" * 61], "too long for the glossary"),
        (["y" * 59 + str(n) for n in range(9)], "540 letters"),
    ],
)
def test_what_speech_recognition_cannot_take_in_is_named_and_left_out(terms: object, said: str) -> None:
    settings, (problem,) = from_mapping({"processors": {"asr": {"glossary": terms, "beam": 3}}})
    assert problem.key == "processors.asr.glossary"
    assert said in problem.message
    assert settings.processors.options()["asr"] == {"beam": 3}


def test_a_usable_glossary_is_an_option_of_speech_recognition() -> None:
    settings, problems = from_mapping({"processors": {"asr": {"glossary": ["Ana Ruiz"]}}})
    assert problems == ()
    assert settings.processors.options()["asr"] == {"glossary": ("Ana Ruiz",)}

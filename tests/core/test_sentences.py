"""What was said in English can be taken apart again, whatever the names in it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core import sentences
from momentry_desk.core.sentences import Said, say

#: What a file may be called: anything but nothing.
names = st.text(min_size=1)


def parts_of(code: Said) -> list[str]:
    return re.findall(r"\{(\w+)\}", sentences.TEXTS[code])


@pytest.mark.parametrize("code", list(Said))
def test_every_sentence_is_recognised_with_its_parts(code: Said) -> None:
    parts = {name: f"the {name}.mp4" for name in parts_of(code)}
    assert sentences.recognised(say(code, **parts)) == (code, parts)


@given(st.sampled_from(list(Said)), names)
def test_a_name_of_any_kind_never_leaves_a_sentence_unrecognised(code: Said, name: str) -> None:
    text = say(code, **dict.fromkeys(parts_of(code), name))
    found = sentences.recognised(text)
    assert found is not None
    assert say(found.code, **found.parts) == text


def test_a_sentence_of_somebody_else_is_not_recognised() -> None:
    assert sentences.recognised("The frobnicator is out of cheese.") is None


def test_of_two_sentences_that_begin_alike_the_right_one_is_recognised() -> None:
    for code in (Said.NO_STREAM, Said.NO_MEDIA):
        found = sentences.recognised(say(code, file="a.mp4"))
        assert found == (code, {"file": "a.mp4"})

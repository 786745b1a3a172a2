"""Paths go through JSON and come back as they were."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.paths import name_of, path_from_text, path_to_text, readable

_names = st.binary(min_size=1).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
_any_text = st.text(st.characters(exclude_categories=()))


@given(_names | _any_text | _any_text.map(lambda text: f"bytes:{text}"))
def test_any_path_comes_back_through_json(path: str) -> None:
    text = msgspec.json.decode(msgspec.json.encode(path_to_text(path)), type=str)
    assert path_from_text(text) == path


@given(st.text())
def test_a_path_of_ordinary_text_is_its_own_text(path: str) -> None:
    if not path.startswith("bytes:"):
        assert path_to_text(path) == path


@given(_any_text)
def test_a_sentence_about_any_path_can_be_written_down(path: str) -> None:
    assert "\0" not in readable(path_to_text(path)).encode().decode()


@given(_any_text | _names)
def test_a_name_stays_in_its_line(name: str) -> None:
    shown = name_of(path_to_text(f"/clips/{name.replace('/', '')}"))
    assert len(shown.splitlines()) <= 1
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_name_of_any_bytes_is_shown_without_its_escapes() -> None:
    assert name_of(path_to_text("/clips/caf\udce9%41.mp4")) == "caf?%41.mp4"

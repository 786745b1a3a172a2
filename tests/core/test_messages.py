"""The wire between the engine and a worker: what goes in comes out, and nothing else is let through."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.findings import Box, Checkpoint, Chunk, FaceSighting, Scene, SpeechSegment, TextLine, Word
from momentry_desk.core.messages import (
    Cancel,
    ChunkReady,
    Hello,
    MalformedMessage,
    Progress,
    Scan,
    decode_from_worker,
    decode_to_worker,
    encode,
)

_SECONDS = st.floats(0, 1e6, allow_nan=False)
_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_BOX = st.builds(Box, *[st.floats(0, 1)] * 4)
_FINDING = st.one_of(
    st.builds(
        SpeechSegment,
        _SECONDS,
        _SECONDS,
        _TEXT,
        st.just("en"),
        st.floats(0, 1),
        st.floats(0, 1),
        st.tuples(st.builds(Word, _SECONDS, _SECONDS, _TEXT, st.floats(0, 1))),
    ),
    st.builds(TextLine, _SECONDS, _SECONDS, _TEXT, st.floats(0, 1), _BOX),
    st.builds(
        FaceSighting,
        _SECONDS,
        _SECONDS,
        st.integers(1, 99),
        _BOX,
        st.floats(0, 1),
        embedding=st.binary(max_size=512),
    ),
    st.builds(Scene, _SECONDS, _SECONDS, st.binary(max_size=100)),
)


@given(
    st.lists(_FINDING, max_size=5),
    st.binary(max_size=300),
    st.dictionaries(st.integers(1, 9), st.integers(1, 9), max_size=3),
)
def test_a_chunk_comes_back_as_it_was_in_one_line(
    findings: list[SpeechSegment | TextLine | FaceSighting | Scene], state: bytes, merges: dict[int, int]
) -> None:
    checkpoint = Checkpoint("face", 0.0, 12.5, "fingerprint", state)
    message = ChunkReady("attempt", Chunk(3, tuple(findings), (checkpoint,), merges))
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode_from_worker(line) == message


@given(_TEXT)
def test_a_path_comes_back_as_it_was(path: str) -> None:
    message = Scan("attempt", "uuid", path, ("face",), {"face": {"interval": 1.0, "on": True, "model": "x"}})
    assert decode_to_worker(encode(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"rubbish",
        b"{}",
        b"[1, 2]",
        b"\xff\xfe",
        b'{"type": "Nobody"}',
        b'{"type": "Progress", "attempt_id": "a"}',
        b'{"type": "Progress", "attempt_id": "a", "fractions": {}, "more": 1}',
        b'{"type": "Progress", "attempt_id": "a", "fractions": {"face": "half"}}',
        encode(Progress("a", {"face": 0.5}))[:-10],
    ],
)
def test_a_line_that_is_no_message_is_named_malformed(line: bytes) -> None:
    with pytest.raises(MalformedMessage):
        decode_from_worker(line)


def test_each_direction_takes_only_its_own_messages() -> None:
    with pytest.raises(MalformedMessage):
        decode_from_worker(encode(Cancel("a")))
    with pytest.raises(MalformedMessage):
        decode_to_worker(encode(Hello(1, "0", 1, ())))


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Cancel("a").attempt_id = "b"  # type: ignore[misc]
    assert msgspec.structs.replace(Cancel("a"), attempt_id="b") == Cancel("b")

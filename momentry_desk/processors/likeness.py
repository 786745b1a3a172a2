"""How like faces are to persons: cosines of many embeddings at once."""

from typing import TYPE_CHECKING

import numpy as np

from momentry_desk.core.messages import CompareFaces, FacesCompared

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

#: Rows of the product that are held at a time. 2,000 faces to 4,000 centres in float32: 32 MB.
_ROWS = 2_000


def compare(request: CompareFaces) -> FacesCompared:
    """The `nearest` centres of each face by cosine. A vector of length 0 is like nobody.

    Raises `ValueError` where the bytes are no whole vectors.
    """
    faces, centres = _units(request.faces, request.length), _units(request.centres, request.length)
    count = min(request.nearest, len(centres))
    answer: list[tuple[tuple[int, float], ...]] = []
    for start in range(0, len(faces), _ROWS):
        cosines = faces[start : start + _ROWS] @ centres.T
        best = np.argsort(-cosines, axis=1, kind="stable")[:, :count]
        for row, columns in zip(cosines, best, strict=True):
            answer.append(tuple((int(column), float(row[column])) for column in columns))
    return FacesCompared(request.compare_id, tuple(answer))


def _units(vectors: bytes, length: int) -> "Vectors":
    rows = np.frombuffer(vectors, "<f4").reshape(-1, length)
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    units: Vectors = np.divide(rows, sizes, out=np.zeros(rows.shape, np.float32), where=sizes > 0)
    return units

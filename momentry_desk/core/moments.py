"""What a search answers: moments, page by page."""

import msgspec

#: What leads up to a moment is wanted with it: playing begins so long before. Seconds.
RUN_UP_S = 1.5


class Hit(msgspec.Struct, frozen=True):
    """A moment: seconds on the file's own time line.

    `kind` is "speech", "text", "file" (its name; the moment is the beginning) or "face" (the person `person_id` is
    on screen, `text` is the name, or what they are called without one). `marks` are the parts of `text` that were
    asked for, in characters. `missing`: the file is not at `path` now. `edited`: a person wrote the text. `hit_id`
    is the same for the same moment in every search.
    """

    hit_id: int
    file_uuid: str
    path: str
    file_name: str
    kind: str
    start: float
    end: float
    text: str
    marks: tuple[tuple[int, int], ...] = ()
    person_id: int | None = None
    missing: bool = False
    edited: bool = False

    @property
    def run_up_s(self) -> float:
        """How long before it playing begins: not for a person, before whom others are on screen, nor for a file."""
        return RUN_UP_S if self.kind in ("speech", "text") else 0.0


class SearchPage(msgspec.Struct, frozen=True):
    """Hits, in the order that was asked for. `next_cursor` asks for those after them; None at the end."""

    hits: tuple[Hit, ...] = ()
    next_cursor: str | None = None


class BadSearchCursor(Exception):
    """A cursor that no search gave."""

    def __init__(self) -> None:
        super().__init__("This is no cursor of a search. Leave it out to begin with the first page.")

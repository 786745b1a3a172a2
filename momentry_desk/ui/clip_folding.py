"""Parts of one clip in the library (a GoPro's chapters, a cut AVCHD stream): together, and folded into one row.

Each part stays a video of its own. A folded clip is shown by its first part, which then stands for all.
"""

from collections.abc import Iterable, Sequence

import msgspec
from PySide6.QtCore import QCoreApplication

from momentry_desk.core.cards import CardFile, Clip, clips, place_of
from momentry_desk.core.paths import path_from_text
from momentry_desk.core.snapshot import VideoRow

translate = QCoreApplication.translate


class ClipFolding:
    """Knows the clips among the library's rows, and which of them are unfolded."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, VideoRow]] = {}
        self._place: dict[str, str] = {}
        self._clips: dict[str, Clip] = {}
        self._open: set[str] = set()

    def take(self, upserted: Sequence[VideoRow], removed: Iterable[str]) -> list[VideoRow]:
        """Follow the library; answers the rows, beside `upserted`, that now stand elsewhere or look otherwise."""
        touched: set[str] = set()
        for row in upserted:
            place = place_of(path_from_text(row.path))
            before = self._place.get(row.file_uuid)
            if before is not None and before != place:
                self._leave(row.file_uuid, touched)
            if place is not None:
                known = self._rows.setdefault(place, {})
                old = known.get(row.file_uuid)
                if old is None or (old.path, old.size, old.added_at) != (row.path, row.size, row.added_at):
                    touched.add(place)
                known[row.file_uuid] = row
                self._place[row.file_uuid] = place
        for file_uuid in removed:
            self._leave(file_uuid, touched)
        beside: dict[str, VideoRow] = {}
        for place in touched:
            beside |= self._regroup(place)
        for row in upserted:
            # What shows the clip shows the sum of its parts.
            clip = self._clips.get(row.file_uuid)
            if clip is not None and clip.parts[0] != row.file_uuid:
                beside[clip.parts[0]] = self._row(clip.parts[0])
        told = {row.file_uuid for row in upserted}
        return [row for file_uuid, row in beside.items() if file_uuid not in told]

    def _leave(self, file_uuid: str, touched: set[str]) -> None:
        place = self._place.pop(file_uuid, None)
        if place is not None:
            self._rows[place].pop(file_uuid, None)
            self._clips.pop(file_uuid, None)
            touched.add(place)

    def _regroup(self, place: str) -> dict[str, VideoRow]:
        rows = self._rows[place]
        made = clips(CardFile(row.file_uuid, path_from_text(row.path), row.size) for row in rows.values())
        new = {part: clip for clip in made for part in clip.parts}
        changed = {uuid: row for uuid, row in rows.items() if self._clips.get(uuid) != new.get(uuid)}
        for uuid in rows:
            self._clips.pop(uuid, None)
        self._clips |= new
        return changed

    def _row(self, file_uuid: str) -> VideoRow:
        return self._rows[self._place[file_uuid]][file_uuid]

    # What the view asks ---------------------------------------------------------------------------------------

    def clip_of(self, row: VideoRow) -> Clip | None:
        return self._clips.get(row.file_uuid)

    def in_sight(self, row: VideoRow) -> bool:
        """Not those parts of a folded clip that its first one stands for."""
        clip = self._clips.get(row.file_uuid)
        return clip is None or clip.parts[0] in (row.file_uuid, *self._open)

    def head(self, file_uuid: str) -> str:
        """What stands for that video in the list: itself, or the first part of its folded clip."""
        clip = self._clips.get(file_uuid)
        return file_uuid if clip is None or clip.parts[0] in self._open else clip.parts[0]

    def is_head(self, row: VideoRow) -> bool:
        clip = self._clips.get(row.file_uuid)
        return clip is not None and clip.parts[0] == row.file_uuid

    def is_open(self, row: VideoRow) -> bool:
        clip = self._clips.get(row.file_uuid)
        return clip is not None and clip.parts[0] in self._open

    def parts(self, row: VideoRow) -> list[VideoRow]:
        """The videos that this row stands for, in their order."""
        clip = self._clips.get(row.file_uuid)
        return [self._row(part) for part in clip.parts] if clip is not None and not self.is_open(row) else [row]

    def fold(self, row: VideoRow, *, opened: bool) -> list[VideoRow]:
        """Unfold the clip of this row, or fold it; answers the rows that come into sight or go."""
        clip = self._clips.get(row.file_uuid)
        if clip is None or (clip.parts[0] in self._open) is opened:
            return []
        (self._open.add if opened else self._open.discard)(clip.parts[0])
        return [self._row(part) for part in clip.parts]

    def key(self, row: VideoRow) -> tuple[object, ...]:
        """Sorts the latest first, and the parts of a clip together in their order."""
        clip = self._clips.get(row.file_uuid)
        if clip is None:
            return (-row.added_at, row.file_name.casefold(), "", 0, row.file_uuid)
        first = self._row(clip.parts[0])
        at = max(self._row(part).added_at for part in clip.parts)
        return (-at, first.file_name.casefold(), first.file_uuid, clip.parts.index(row.file_uuid), row.file_uuid)

    def name(self, row: VideoRow) -> str:
        """ "GoPro 0123 (3 chapters)" for a folded clip, else the file's name."""
        clip = self._clips.get(row.file_uuid)
        if clip is None or clip.parts[0] in self._open:
            return row.file_name
        count = len(clip.parts)
        return f"{self.title(row)} " + translate("Library", "(%n chapters)", "", count)

    def title(self, row: VideoRow) -> str:
        """The name where there is little room: the number of chapters stands in the line below."""
        clip = self._clips.get(row.file_uuid)
        return row.file_name if clip is None or self.is_open(row) else f"{clip.camera} {clip.number}"

    def chapters(self, row: VideoRow) -> str:
        """ "3 chapters" for a folded clip, else nothing."""
        count = len(self.parts(row))
        return translate("Library", "%n chapters", "", count) if count > 1 else ""

    def merged(self, row: VideoRow) -> VideoRow:
        """What is known of all that this row stands for, as if it were one video."""
        parts = self.parts(row)
        if len(parts) == 1:
            return row
        lengths = [part.media.duration_s for part in parts if part.media is not None]
        known = [length for length in lengths if length is not None]
        whole = sum(known) if len(known) == len(parts) else None
        media = None if row.media is None else msgspec.structs.replace(row.media, duration_s=whole)
        scanned = tuple(name for name in row.scanned if all(name in part.scanned for part in parts))
        return msgspec.structs.replace(
            row,
            media=media,
            scanned=scanned,
            problem=next((part.problem for part in parts if part.problem is not None), None),
            missing=any(part.missing for part in parts),
        )

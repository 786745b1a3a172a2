"""The part of the facade that is about moments: finding them, and taking them along."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from momentry_desk.core.moments import Hit, SearchPage
from momentry_desk.core.search import Filters, parse
from momentry_desk.engine.exporting import export_hits, export_videos
from momentry_desk.engine.reader import Reader
from momentry_desk.export.forms import ExportForm


class MomentsDesk:
    """From any thread; each call answers a future, which runs beside the queue and raises `EngineStopped` after the
    stop, `StoreTrouble` where the database could not be read."""

    def __init__(self, reader: Reader, now: Callable[[], float]) -> None:
        self._reader = reader
        self._now = now

    def search(
        self,
        query: str,
        *,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        typing: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        by_film: bool = False,
    ) -> Future[SearchPage]:
        """Moments of the library for what was typed; see `core.search` for its language. `typing`: the last word
        may still grow; `by_film`: film by film, each in its order of time, instead of the best first. Never waits
        behind the queue; cancel the future of a query that was typed over. Raises `BadSearchCursor`."""
        asked = parse(query, filters, typing=typing)
        now = self._now()
        return self._reader.ask(
            lambda stores: stores.search.search(asked, now=now, limit=limit, cursor=cursor, by_film=by_film)
        )

    def picture(self, file_uuid: str, at_s: float) -> Future[bytes]:
        """A JPEG of what is on screen at that time (its scene's first picture), empty where there is none."""
        return self._reader.ask(lambda stores: stores.search.picture(file_uuid, at_s))

    def export(
        self, file_uuids: Sequence[str], form: ExportForm, output: Path, *, overwrite: bool = False
    ) -> Future[Path]:
        """Write what is known of these videos as subtitles, a transcript, a table or a timeline. Raises
        `ExportRefused` with a sentence."""
        uuids = tuple(file_uuids)
        return self._reader.ask(lambda stores: export_videos(stores, uuids, form, output, overwrite=overwrite))

    def export_hits(
        self, name: str, hits: Sequence[Hit], form: ExportForm, output: Path, *, overwrite: bool = False
    ) -> Future[Path]:
        """Write hits of a search one after another: a timeline ("otio", "fcpxml", "fcp7xml", "edl") or a table."""
        found = tuple(hits)
        return self._reader.ask(lambda stores: export_hits(stores, name, found, form, output, overwrite=overwrite))

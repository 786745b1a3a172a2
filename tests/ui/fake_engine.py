"""An engine in memory: the same signals and answers as the real one, for the window's tests and pictures."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from momentry_desk.core.clips import ClipMade, ClipWish
from momentry_desk.core.findings import Finding, SpeechSegment
from momentry_desk.core.messages import Rejected
from momentry_desk.core.model import Attempt, OrderKey, Priority, TaskStatus
from momentry_desk.core.moments import Hit, SearchPage
from momentry_desk.core.pages import FindingsPage, TaskReport
from momentry_desk.core.people import Forgotten, PersonCard, PersonSighting, Suggestion
from momentry_desk.core.schedule import ScheduleSettings, WhenDone
from momentry_desk.core.search import Filters
from momentry_desk.core.setting_fields import SettingValue
from momentry_desk.core.settings import PrivacySettings, Settings, from_mapping
from momentry_desk.core.snapshot import (
    Added,
    Counts,
    EndOfWork,
    Pause,
    PauseState,
    QueueSnapshot,
    Removed,
    ResourceSample,
    RowsChanged,
    Submitted,
    TaskRow,
    VideoRow,
    VideosChanged,
)
from momentry_desk.core.watching import WatchedFolder, WatchedState, WatchStanding
from momentry_desk.core.weights import CATALOGUE, ModelPhase, ModelReport
from momentry_desk.core.whereabouts import Located, Moved, Place
from momentry_desk.engine.clips_desk import Cutting, Question
from momentry_desk.engine.errors import ClipRefused, EngineStopped, SettingsRefused

T = TypeVar("T")


def task_row(number: int, **changes: object) -> TaskRow:
    """A waiting task; `number` gives its ids and its place."""
    plain = TaskRow(
        task_id=f"task_{number:06}",
        file_uuid=f"video_{number:06}",
        file_name=f"clip {number:03}.mp4",
        path=f"/footage/clip {number:03}.mp4",
        status=TaskStatus.PENDING,
        priority=Priority.NORMAL,
        processors=("face", "asr", "ocr", "scene"),
        order=OrderKey(0, Priority.NORMAL.rank, float(number), f"task_{number:06}"),
        queued_at=1000.0 + number,
    )
    return msgspec.structs.replace(plain, **changes)


class FakeEngine(QObject):
    """Holds rows and videos; `calls` lists the commands it was given. Answers at once unless `slow` is set."""

    snapshot_changed = Signal(object)
    rows_changed = Signal(object)
    videos_changed = Signal(object)
    findings_changed = Signal(str)
    resources_sampled = Signal(object)
    people_changed = Signal()
    models_changed = Signal(object)
    rejected = Signal(object)
    refused = Signal(str)
    leave_wanted = Signal()
    stopped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, object]] = []
        self.task_rows: dict[str, TaskRow] = {}
        self.video_rows: dict[str, VideoRow] = {}
        self.found: dict[str, tuple[Finding, ...]] = {}
        self.tries: dict[str, tuple[Attempt, ...]] = {}
        self.current = QueueSnapshot()
        #: What stands in the settings file, by dotted key.
        self.table: dict[str, SettingValue | None] = {}
        #: The question about faces is answered; a test that asks it says so.
        self.current = QueueSnapshot(settings=Settings(privacy=PrivacySettings("yes")))
        self.refusal: Exception | None = None
        #: Where tasks stand after a move.
        self.places: dict[str, int] = {}
        self.is_stopped = False
        self.done_already: tuple[Submitted, ...] = ()
        self.hits: tuple[Hit, ...] = ()
        self.moments = FakeMoments(self)
        self.arrivals = FakeArrivals(self)
        self.hours = FakeHours(self)
        self.about = FakeAbout(self)
        self.people = FakePeople(self)
        self.removals = FakeRemovals(self)
        self.transcripts = FakeTranscripts(self)
        self.library = FakeLibrary(self)
        self.clips = FakeClips(self)
        self.audio = FakeAudio(self)
        self.models = FakeModels(self)
        self.data_folder = Path("/home/ana/.local/share/momentry-desk")
        self.settings_path = Path("/home/ana/.config/momentry-desk/momentry.toml")

    # Driving it from a test -------------------------------------------------------------------------------

    def put(self, rows: Sequence[TaskRow] = (), videos: Sequence[VideoRow] = ()) -> None:
        """Change rows and tell of it as the engine would."""
        self.task_rows.update({row.task_id: row for row in rows})
        self.video_rows.update({row.file_uuid: row for row in videos})
        self._count()
        if rows:
            self.rows_changed.emit(RowsChanged(upserted=tuple(rows)))
        if videos:
            self.videos_changed.emit(VideosChanged(upserted=tuple(videos)))

    def tell(self, **changes: object) -> None:
        """Change the snapshot and tell of it."""
        self.current = msgspec.structs.replace(self.current, **changes)
        self.snapshot_changed.emit(self.current)

    def _count(self) -> None:
        rows = self.task_rows.values()
        by = {status: sum(row.status is status for row in rows) for status in TaskStatus}
        held = sum(row.held for row in rows if row.status is TaskStatus.PENDING)
        self.tell(
            counts=Counts(
                processing=by[TaskStatus.PROCESSING],
                pending=by[TaskStatus.PENDING],
                held=held,
                completed=by[TaskStatus.COMPLETED],
                failed=by[TaskStatus.FAILED],
                cancelled=by[TaskStatus.CANCELLED],
            )
        )

    def answer(self, name: str, given: object, answer: T) -> "Future[T]":
        """Note a command and answer it."""
        return self._answer(name, given, answer)

    def _answer(self, name: str, given: object, answer: T) -> "Future[T]":
        self.calls.append((name, given))
        future: Future[T] = Future()
        if self.is_stopped:
            future.set_exception(EngineStopped())
        elif self.refusal is not None:
            future.set_exception(self.refusal)
        else:
            future.set_result(answer)
        return future

    def _change(self, name: str, ids: Sequence[str], **changes: object) -> "Future[tuple[TaskRow, ...]]":
        rows = tuple(msgspec.structs.replace(self.task_rows[one], **changes) for one in ids)
        self.put(rows)
        return self._answer(name, tuple(ids), rows)

    # The facade -------------------------------------------------------------------------------------------

    def start(self) -> "Future[None]":
        return self._answer("start", None, None)

    def stop(self, timeout_s: float = 10.0) -> bool:
        self.is_stopped = True
        self.stopped.emit()
        return True

    def snapshot(self) -> QueueSnapshot:
        return self.current

    def add(self, paths: Sequence[str], **options: object) -> "Future[Added]":
        if self.done_already:
            uuids = tuple(one.file_uuid for one in self.done_already)
            return self._answer("add", tuple(paths), Added(uuids, self.done_already))
        media = [path for path in paths if not path.endswith(".txt")]
        bad = tuple(Rejected(path, "invalid", f"{path} is no media") for path in paths if path.endswith(".txt"))
        first = len(self.task_rows) + 1
        rows = [task_row(first + n, path=path, file_name=path.rsplit("/", 1)[-1]) for n, path in enumerate(media)]
        videos = [VideoRow(row.file_uuid, row.file_name, row.path, 1_000_000, row.queued_at) for row in rows]
        self.put(rows, videos)
        if bad:
            self.rejected.emit(bad)
        submitted = tuple(Submitted(row.task_id, row.file_uuid, None) for row in rows)
        return self._answer("add", tuple(paths), Added(tuple(row.file_uuid for row in rows), submitted, bad))

    def submit(self, file_uuids: Sequence[str], **options: object) -> "Future[tuple[Submitted, ...]]":
        return self._answer("submit", (tuple(file_uuids), options), ())

    def cancel(self, ids: Sequence[str]) -> "Future[tuple[TaskRow, ...]]":
        return self._change("cancel", ids, status=TaskStatus.CANCELLED)

    def retry(self, ids: Sequence[str]) -> "Future[tuple[TaskRow, ...]]":
        return self._change("retry", ids, status=TaskStatus.PENDING)

    def prioritize(self, ids: Sequence[str]) -> "Future[dict[str, int]]":
        return self._answer("prioritize", tuple(ids), {})

    def set_priority(self, ids: Sequence[str], priority: Priority) -> "Future[dict[str, int]]":
        self._change("set_priority", ids, priority=priority)
        return self._answer("priority", priority, {})

    def hold(self, ids: Sequence[str]) -> "Future[tuple[TaskRow, ...]]":
        return self._change("hold", ids, held=True, status=TaskStatus.PENDING)

    def release(self, ids: Sequence[str]) -> "Future[tuple[TaskRow, ...]]":
        return self._change("release", ids, held=False)

    def remove(self, ids: Sequence[str]) -> "Future[tuple[str, ...]]":
        for one in ids:
            del self.task_rows[one]
        self._count()
        self.rows_changed.emit(RowsChanged(removed=tuple(ids)))
        return self._answer("remove", tuple(ids), tuple(ids))

    def move(self, ids: Sequence[str], where: str) -> "Future[dict[str, int]]":
        return self._answer("move", (tuple(ids), where), self.places)

    def retry_failed(self) -> "Future[tuple[TaskRow, ...]]":
        return self.retry([one for one, row in self.task_rows.items() if row.status is TaskStatus.FAILED])

    def task_report(self, task_id: str) -> "Future[TaskReport | None]":
        row = self.task_rows.get(task_id)
        report = None if row is None else TaskReport(row, None, None, self.tries.get(task_id, ()))
        return self._answer("task_report", task_id, report)

    def findings_page(self, file_uuid: str, *, limit: int = 100, **_: object) -> "Future[FindingsPage]":
        found = self.found.get(file_uuid, ())
        return self._answer(
            "findings_page", file_uuid, FindingsPage(found[:limit], "x" if len(found) > limit else None)
        )

    def forget_videos(self, file_uuids: Sequence[str]) -> "Future[tuple[str, ...]]":
        for one in file_uuids:
            del self.video_rows[one]
        self.videos_changed.emit(VideosChanged(removed=tuple(file_uuids)))
        return self._answer("forget_videos", tuple(file_uuids), tuple(file_uuids))

    def pause(self, *, by: str = "user", reason: str = "", finish_running: bool = False) -> "Future[QueueSnapshot]":
        self.tell(pause=Pause(PauseState.PAUSED, by, reason, 1000.0))
        return self._answer("pause", by, self.current)

    def resume(self) -> "Future[QueueSnapshot]":
        self.tell(pause=Pause())
        return self._answer("resume", None, self.current)

    def change_settings(self, changes: Mapping[str, SettingValue | None]) -> "Future[Settings]":
        """Takes what the schema takes; refuses the rest as the engine does."""
        future = self._answer("change_settings", dict(changes), self.current.settings)
        if future.exception() is not None:
            return future
        for key, value in changes.items():
            self.table[key] = value
        nested: dict[str, Any] = {"privacy": {"faces": "yes"}}
        for key, value in self.table.items():
            *sections, name = key.split(".")
            table = nested
            for section in sections:
                table = table.setdefault(section, {})
            if value is not None:
                table[name] = list(value) if isinstance(value, tuple) else value
        settings, problems = from_mapping(nested)
        if problems:
            for key in changes:
                del self.table[key]
            refused: Future[Settings] = Future()
            refused.set_exception(SettingsRefused(problems[0].message))
            return refused
        slots = settings.queue.max_concurrent or self.current.max_concurrent
        self.tell(settings=settings, max_concurrent=slots, slots=slots)
        future = Future()
        future.set_result(settings)
        return future

    def show_gpus(self, shown: bool) -> "Future[None]":
        return self._answer("show_gpus", shown, None)

    def resource_history(self) -> "Future[tuple[ResourceSample, ...]]":
        return self._answer("resource_history", None, ())

    def rows(self) -> "Future[tuple[TaskRow, ...]]":
        return self._answer("rows", None, tuple(self.task_rows.values()))

    def videos(self, *, thumbnails: bool = True) -> "Future[tuple[VideoRow, ...]]":
        bare = {} if thumbnails else {"thumbnail": b""}
        rows = tuple(msgspec.structs.replace(row, **bare) for row in self.video_rows.values())
        return self._answer("videos", None, rows)

    def thumbnails(self, file_uuids: Sequence[str]) -> "Future[dict[str, bytes]]":
        found = {one: self.video_rows[one].thumbnail for one in file_uuids if one in self.video_rows}
        return self._answer("thumbnails", tuple(file_uuids), found)

    def videos_of(self, file_uuids: Sequence[str]) -> "Future[tuple[VideoRow, ...]]":
        known = tuple(self.video_rows[one] for one in file_uuids if one in self.video_rows)
        return self._answer("videos_of", tuple(file_uuids), known)

    def findings(
        self, file_uuid: str, kinds: tuple[str, ...] | None = None, limit: int | None = None
    ) -> "Future[tuple[Finding, ...]]":
        return self._answer("findings", file_uuid, self.found.get(file_uuid, ()))


class FakeArrivals:
    """Watched folders in memory, shown in the snapshot."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine

    def watch(self, watched: WatchedFolder, *, existing: bool = False) -> "Future[None]":
        others = [one for one in self._engine.current.watched if one.watched.folder != watched.folder]
        self._engine.tell(watched=(*others, WatchedState(watched, WatchStanding.WATCHING)))
        return self._engine.answer("watch", (watched, existing), None)

    def unwatch(self, folder: str) -> "Future[None]":
        left = tuple(one for one in self._engine.current.watched if one.watched.folder != folder)
        self._engine.tell(watched=left)
        return self._engine.answer("unwatch", folder, None)


class FakeHours:
    """The schedule and the end of work in memory."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine

    def set_schedule(self, schedule: ScheduleSettings) -> "Future[None]":
        settings = msgspec.structs.replace(self._engine.current.settings, schedule=schedule)
        self._engine.tell(settings=settings)
        return self._engine.answer("set_schedule", schedule, None)

    def when_done(self, what: WhenDone) -> "Future[None]":
        self._engine.tell(end=EndOfWork(what))
        return self._engine.answer("when_done", what, None)


class FakeAbout:
    """Newer versions; a test puts what is found into the snapshot."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine

    def follow_versions(self) -> "Future[None]":
        return self._engine.answer("follow_versions", None, None)

    def look_for_version(self) -> "Future[None]":
        return self._engine.answer("look_for_version", None, None)

    def pass_version_over(self) -> "Future[None]":
        return self._engine.answer("pass_version_over", None, None)


class FakeRemovals:
    """What was taken off the list last, until another is."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self._last: dict[str, TaskRow] = {}
        self._number = 0

    def remove(self, ids: Sequence[str]) -> "Future[Removed]":
        self._number += 1
        self._last = {one: self._engine.task_rows[one] for one in ids}
        self._engine.remove(ids)
        return self._engine.answer("removals.remove", tuple(ids), Removed(str(self._number), tuple(ids)))

    def clear(self, statuses: Sequence[TaskStatus]) -> "Future[Removed]":
        return self.remove([one for one, row in self._engine.task_rows.items() if row.status in statuses])

    def take_back(self, removal_id: str) -> "Future[tuple[str, ...]]":
        rows = self._last if removal_id == str(self._number) else {}
        self._last = {}
        self._engine.put(tuple(rows.values()))
        return self._engine.answer("removals.take_back", removal_id, tuple(rows))

    def make_final(self, removal_id: str) -> "Future[None]":
        self._last = {}
        return self._engine.answer("removals.make_final", removal_id, None)


class FakeMoments:
    """Searches the engine's `hits`, and writes nothing."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine

    def search(
        self,
        query: str,
        *,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        typing: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        by_film: bool = False,
    ) -> "Future[SearchPage]":
        """Of `hits` those whose text holds the query and whose kind is wanted, in their order, or film by film."""
        begin = int(cursor or 0)
        wanted = [
            hit
            for hit in self._engine.hits
            if query.strip().casefold() in hit.text.casefold() and (not filters.kinds or hit.kind in filters.kinds)
        ]
        if by_film:
            films = list(dict.fromkeys(hit.file_uuid for hit in wanted))
            wanted.sort(key=lambda hit: (films.index(hit.file_uuid), hit.start))
        page = tuple(wanted[begin : begin + limit])
        rest = str(begin + limit) if len(wanted) > begin + limit else None
        return self._engine.answer("search", (query, filters, cursor), SearchPage(page, rest))

    def export(
        self, file_uuids: Sequence[str], form: str, output: Path, *, overwrite: bool = False
    ) -> "Future[Path]":
        return self._engine.answer("export", (tuple(file_uuids), form, output), output)

    def export_hits(
        self, name: str, hits: Sequence[Hit], form: str, output: Path, *, overwrite: bool = False
    ) -> "Future[Path]":
        return self._engine.answer("export_hits", (name, tuple(hits), form, output), output)


class FakeTranscripts:
    """Edits the engine's `found`, and keeps the lines before each edit, for `undo`."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self._heard: dict[tuple[str, float], str] = {}
        self._before: dict[str, list[tuple[float, tuple[Finding, ...]]]] = {}

    def edit(self, file_uuid: str, start: float, end: float, text: str) -> "Future[bool]":
        self._change(file_uuid, start, text, edited=True)
        return self._engine.answer("edit_speech", (file_uuid, start, end, text), True)

    def restore(self, file_uuid: str, start: float, end: float) -> "Future[bool]":
        self._change(file_uuid, start, self._heard[file_uuid, start], edited=False)
        return self._engine.answer("restore_speech", (file_uuid, start, end), True)

    def undo(self, file_uuid: str) -> "Future[float | None]":
        at_s = None
        if self._before.get(file_uuid):
            at_s, self._engine.found[file_uuid] = self._before[file_uuid].pop()
        return self._engine.answer("undo_speech", file_uuid, at_s)

    def _change(self, file_uuid: str, start: float, text: str, *, edited: bool) -> None:
        found = self._engine.found[file_uuid]
        self._before.setdefault(file_uuid, []).append((start, found))
        changed: list[Finding] = []
        for one in found:
            if isinstance(one, SpeechSegment) and one.start == start:
                self._heard.setdefault((file_uuid, start), one.text)
                changed.append(msgspec.structs.replace(one, text=text, edited=edited))
            else:
                changed.append(one)
        self._engine.found[file_uuid] = tuple(changed)


class FakeLibrary:
    """`places` says what is at each place that somebody may name; `beside` what a move brings along."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self.places: dict[str, Place] = {}
        self.beside: tuple[Moved, ...] = ()

    def locate(self, file_uuid: str, path: str) -> "Future[Located]":
        place = self.places.get(path, Place.NOT_THERE)
        if place is Place.FOUND:
            self._put(Moved(file_uuid, path))
            return self._engine.answer("locate", (file_uuid, path), Located(place, path, self.beside))
        return self._engine.answer("locate", (file_uuid, path), Located(place, path))

    def relink(self, moved: Sequence[Moved]) -> "Future[tuple[Moved, ...]]":
        for one in moved:
            self._put(one)
        return self._engine.answer("relink", tuple(moved), tuple(moved))

    def check(self, file_uuids: Sequence[str]) -> "Future[None]":
        rows = [self._engine.video_rows[one] for one in file_uuids if one in self._engine.video_rows]
        self._engine.put(videos=[msgspec.structs.replace(row, missing=True) for row in rows])
        return self._engine.answer("check", tuple(file_uuids), None)

    def make_pictures(self, file_uuids: Sequence[str]) -> "Future[None]":
        return self._engine.answer("make_pictures", tuple(file_uuids), None)

    def _put(self, moved: Moved) -> None:
        row = self._engine.video_rows[moved.file_uuid]
        name = moved.path.rsplit("/", 1)[-1]
        self._engine.put(videos=[msgspec.structs.replace(row, path=moved.path, file_name=name, missing=False)])


class FakePeople:
    """The persons in memory: `cards` by id; each edit keeps the state before it, for `undo`."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self.cards: dict[int, PersonCard] = {}
        self.seen: dict[str, tuple[PersonSighting, ...]] = {}
        self.alike: tuple[Suggestion, ...] = ()
        self.told = Forgotten(2, 1, 3, ("backup",))
        self._before: list[tuple[str, dict[int, PersonCard], dict[str, tuple[PersonSighting, ...]]]] = []

    def put(self, cards: Sequence[PersonCard]) -> None:
        self.cards = {card.person_id: card for card in cards}
        self._engine.people_changed.emit()

    def grid(self, *, hidden: bool = False, limit: int = 200, offset: int = 0) -> "Future[tuple[PersonCard, ...]]":
        some = [card for card in self.cards.values() if card.hidden is hidden]
        some.sort(key=lambda card: (not card.name, -card.seconds))
        return self._engine.answer("grid", hidden, tuple(some[offset : offset + limit]))

    def in_video(self, file_uuid: str) -> "Future[tuple[PersonSighting, ...]]":
        return self._engine.answer("in_video", file_uuid, self.seen.get(file_uuid, ()))

    def person(self, person_id: int) -> "Future[PersonCard | None]":
        return self._engine.answer("person", person_id, self.cards.get(person_id))

    def sightings(self, person_id: int, *, limit: int = 500) -> "Future[tuple[PersonSighting, ...]]":
        some = tuple(one for seen in self.seen.values() for one in seen if one.person_id == person_id)
        return self._engine.answer("sightings", person_id, some[:limit])

    def suggestions(self) -> "Future[tuple[Suggestion, ...]]":
        there = tuple(one for one in self.alike if {one.one.person_id, one.other.person_id} <= self.cards.keys())
        return self._engine.answer("suggestions", None, there)

    def split(self, finding_ids: Sequence[int]) -> "Future[int | None]":
        return self._engine.answer("split", tuple(finding_ids), self._take_out("split a person", finding_ids))

    def not_this_person(self, finding_ids: Sequence[int]) -> "Future[int | None]":
        return self._engine.answer(
            "not_this_person", tuple(finding_ids), self._take_out("not this person", finding_ids)
        )

    def keep_apart(self, one: int, other: int) -> "Future[bool]":
        self.alike = tuple(
            pair for pair in self.alike if {pair.one.person_id, pair.other.person_id} != {one, other}
        )
        self._edit("keep apart", {})
        return self._engine.answer("keep_apart", (one, other), True)

    def answer(self, said: str) -> "Future[Settings]":
        return self._engine.change_settings({"privacy.faces": said})

    def forget_faces(self) -> "Future[Forgotten]":
        self.put([])
        return self._engine.answer("forget_faces", None, self.told)

    def _take_out(self, said: str, finding_ids: Sequence[int]) -> int:
        new = max(self.cards) + 1
        self._edit(said, {new: PersonCard(new, "", False, 1.0, len(finding_ids), 1)})
        self.seen = {
            name: tuple(
                msgspec.structs.replace(one, person_id=new) if one.finding_id in finding_ids else one
                for one in some
            )
            for name, some in self.seen.items()
        }
        return new

    def last_edit(self) -> "Future[str | None]":
        return self._engine.answer("last_edit", None, self._before[-1][0] if self._before else None)

    def name(self, person_id: int, name: str) -> "Future[bool]":
        self._edit(f"name {name}", {person_id: msgspec.structs.replace(self.cards[person_id], name=name)})
        return self._engine.answer("name", (person_id, name), True)

    def hide(self, person_ids: Sequence[int], hidden: bool = True) -> "Future[list[int]]":
        changed = {one: msgspec.structs.replace(self.cards[one], hidden=hidden) for one in person_ids}
        self._edit("hide" if hidden else "show", changed)
        return self._engine.answer("hide", (tuple(person_ids), hidden), list(person_ids))

    def merge(self, person_ids: Sequence[int], into: int) -> "Future[bool]":
        self._edit(f"merge {len(person_ids) + 1} persons", {})
        for one in person_ids:
            del self.cards[one]
        return self._engine.answer("merge", (tuple(person_ids), into), True)

    def undo(self) -> "Future[str | None]":
        said, self.cards, self.seen = self._before.pop()
        self._engine.people_changed.emit()
        return self._engine.answer("undo", None, said)

    def _edit(self, said: str, changed: dict[int, PersonCard]) -> None:
        self._before.append((said, dict(self.cards), self.seen))
        self.cards = {**self.cards, **changed}
        self._engine.people_changed.emit()


class FakeClips:
    """Knows a key frame a second before, and answers a clip when the test calls `finish`."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self.cuttings: list[Cutting] = []

    def key_frame(self, path: str, at_s: float) -> Question:
        question = Question(path, at_s)
        question.answer = self._engine.answer("key_frame", (path, at_s), max(0.0, at_s - 1.0))
        return question

    def cut(self, wish: ClipWish) -> Cutting:
        self._engine.calls.append(("cut", wish))
        self.cuttings.append(Cutting(wish))
        return self.cuttings[-1]

    def finish(self, *, refused: str = "") -> None:
        cutting = self.cuttings[-1]
        if refused:
            cutting.answer.set_exception(ClipRefused(refused))
        else:
            cutting.answer.set_result(ClipMade(cutting.wish.output, cutting.wish.from_s, cutting.wish.to_s))

    def call_off(self, asked: Cutting | Question) -> "Future[None]":
        if not asked.answer.done():
            asked.answer.set_result(None)
        return self._engine.answer("call_off", asked, None)


class FakeAudio:
    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine

    def choose(self, file_uuid: str, track: int | None, *, folder: bool) -> "Future[bool]":
        row = msgspec.structs.replace(self._engine.video_rows[file_uuid], audio_track=track)
        self._engine.put(videos=[row])
        return self._engine.answer("choose", (file_uuid, track, folder), True)


class FakeModels:
    """The models of the catalogue in memory; what is asked for is noted, and `tell` says what came of it."""

    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self.known = {model.name: ModelReport(model.name, ModelPhase.READY) for model in CATALOGUE}

    def tell(self, report: ModelReport) -> None:
        self.known[report.name] = report
        self._engine.models_changed.emit(tuple(self.known.values()))

    def reports(self) -> "Future[tuple[ModelReport, ...]]":
        return self._engine.answer("models.reports", None, tuple(self.known.values()))

    def install(self, names: Sequence[str]) -> "Future[None]":
        return self._engine.answer("models.install", tuple(names), None)

    def verify(self, names: Sequence[str]) -> "Future[None]":
        return self._engine.answer("models.verify", tuple(names), None)

    def remove(self, names: Sequence[str]) -> "Future[None]":
        return self._engine.answer("models.remove", tuple(names), None)

    def cancel(self, names: Sequence[str]) -> "Future[None]":
        return self._engine.answer("models.cancel", tuple(names), None)

"""Follows a scan of some paths through the engine, with a progress bar on a terminal and plain lines elsewhere."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Literal, cast

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from momentry_desk.cli.report import Scanned, clock, told_of
from momentry_desk.core.faces import FACE
from momentry_desk.core.model import TaskStatus
from momentry_desk.core.paths import in_a_line, readable
from momentry_desk.core.places import is_copying
from momentry_desk.core.snapshot import Added, Pause, PauseState, RowsChanged, TaskRow
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.remote import RemoteEngine

_LOOK_MS = 100
#: What is said where faces are asked for and nobody has said yet whether they may be.
UNANSWERED = (
    "Faces are left out: nobody has said yet whether videos may be looked at for them. All that is found stays on "
    "this machine and can be forgotten at any time. `--faces yes` looks for them, `--faces no` leaves them out "
    "for good."
)


class Follow(QObject):
    """Starts the engine, adds the paths and quits the application when nothing of theirs can go on.

    `refusal` is the sentence why the engine could not begin, or None. `interrupted` says that somebody ended it.
    """

    def __init__(
        self,
        engine: Engine | RemoteEngine,
        paths: Sequence[str],
        *,
        processors: tuple[str, ...] | None,
        force: bool,
        faces: Literal["yes", "no"] | None = None,
        console: Console,
    ) -> None:
        super().__init__()
        self.refusal: str | None = None
        self.interrupted = False
        self._engine = engine
        self._paths = list(paths)
        self._processors = processors
        self._force = force
        self._faces = faces
        self._console = console
        self._added: Added | None = None
        self._rows: dict[str, TaskRow] = {}
        self._ours: dict[str, str] = {}
        self._told: set[str] = set()
        self._bars: dict[str, TaskID] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        engine.rows_changed.connect(self._take_rows)
        self._starting: Future[None] = engine.start()
        self._answering: Future[object] | None = None
        self._adding: Future[Added] | None = None
        self._reading: Future[tuple[TaskRow, ...]] | None = None
        self._progress.start()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def interrupt(self) -> None:
        """End as soon as possible; what runs goes on at the next call."""
        self.interrupted = True

    @property
    def what_now(self) -> str:
        """What becomes of the scan that was left."""
        if isinstance(self._engine, RemoteEngine):
            return "The other program goes on with the scan."
        return "The same command goes on from here."

    def report(self, timeout_s: float) -> list[Scanned]:
        """What is known of every path, whether its scan ended or not."""
        added = self._added or Added()
        rows = {row.task_id: row for row in self._engine.rows(list(self._ours.values())).result(timeout_s)}
        videos = {row.file_uuid: row for row in self._engine.videos().result(timeout_s)}
        report = []
        for file in added.files:
            row = rows.get(self._ours.get(file.file_uuid, ""))
            # Of a file that was still being copied it is another one than at first.
            file_uuid = row.file_uuid if row else file.file_uuid
            video = videos.get(file_uuid)
            report.append(
                Scanned(
                    path=file.path,
                    file_uuid=file_uuid,
                    duration_s=video.media.duration_s if video and video.media else None,
                    row=row,
                    error=None if row else "It was taken out of the queue.",
                    findings=self._engine.findings(file_uuid).result(timeout_s),
                )
            )
        report += [Scanned(path=one.path, error=one.message) for one in added.rejected]
        return report

    @Slot(object)
    def _take_rows(self, changed: RowsChanged) -> None:
        for row in changed.upserted:
            self._rows[row.task_id] = row
        for task_id in changed.removed:
            self._rows.pop(task_id, None)

    def _look(self) -> None:
        if self.interrupted:
            self._leave()
        elif self._adding is None:
            self._begin()
        elif self._added is None:
            if self._adding.done():
                self._begin_following(self._adding)
        elif self._reading is not None:
            if self._reading.done():
                # What the signals told meanwhile is newer.
                self._rows = {row.task_id: row for row in self._reading.result()} | self._rows
                self._reading = None
        else:
            self._follow()

    def _begin(self) -> None:
        if not self._starting.done():
            return
        error = self._starting.exception()
        if error is not None:
            self.refusal = str(error)
            self._leave()
            return
        if self._engine.snapshot().pause.state is not PauseState.RUNNING:
            self._say("The queue was paused; this scan lets it go on.")
            self._engine.resume()
        self._faces = self._faces or self._answer_in_the_request()
        if self._faces is not None:
            if self._answering is None:
                self._answering = answer_faces(self._engine, self._faces)
            if not self._answering.done():
                return
            if (refused := self._answering.exception()) is not None:
                self.refusal = str(refused)
                self._leave()
                return
        else:
            self._ask_for_faces()
        self._adding = self._engine.add(self._paths, processors=self._processors, force=self._force)

    def _answer_in_the_request(self) -> Literal["yes"] | None:
        """Who names faces among the processors has said so; a "no" from before is not overruled by it."""
        open_ = self._engine.snapshot().settings.privacy.faces == "ask"
        return "yes" if open_ and FACE in (self._processors or ()) else None

    def _ask_for_faces(self) -> None:
        settings = self._engine.snapshot().settings
        if settings.privacy.faces == "ask" and FACE in (self._processors or settings.processors.default):
            self._say(UNANSWERED)

    def _begin_following(self, adding: "Future[Added]") -> None:
        error = adding.exception()
        if error is not None:
            self.refusal = str(error)
            self._leave()
            return
        self._added = adding.result()
        self._ours = {one.file_uuid: one.task_id for one in self._added.submitted}
        for path, why in told_of(self._added):
            self._say(f"{readable(path)}: {why}")
        done = sum(one.done_already for one in self._added.submitted)
        if done:
            self._say(f"{done} of {len(self._added.submitted)} files were scanned before.")
            self._told |= {one.task_id for one in self._added.submitted if one.done_already}
        self._reading = self._engine.rows(list(self._ours.values()))

    def _follow(self) -> None:
        rows = [self._rows[task_id] for task_id in self._ours.values() if task_id in self._rows]
        for row in rows:
            self._show(row)
        open_rows = [row for row in rows if not row.status.ended]
        pause = self._engine.snapshot().pause
        if open_rows and pause.state is PauseState.PAUSED and pause.by == "program":
            self._say(_stopped_by(pause))
            self._leave()
        elif all(row.held or not (row.waiting_for is None or is_copying(row.waiting_for)) for row in open_rows):
            # Nothing is left, or nothing that could go on by itself.
            self._leave()

    def _show(self, row: TaskRow) -> None:
        if row.status is TaskStatus.PROCESSING and row.task_id not in self._bars:
            self._bars[row.task_id] = self._progress.add_task(Text(row.file_name).markup, total=100)
            if not self._console.is_terminal:
                self._say(f"{row.file_name}: scanning")
        if row.task_id in self._bars:
            self._progress.update(self._bars[row.task_id], completed=row.progress)
        if row.status.ended and row.task_id not in self._told:
            self._told.add(row.task_id)
            bar = self._bars.pop(row.task_id, None)
            if bar is not None:
                self._progress.remove_task(bar)
            ended = sum(task_id in self._told for task_id in self._ours.values())
            text = f"[{ended}/{len(self._ours)}] {row.file_name}: {row.status.value} in {clock(row.running_s)}"
            self._say(f"{text}. {row.error_message}" if row.error_message else text)

    def _say(self, text: str) -> None:
        self._progress.console.print(Text(in_a_line(text)), soft_wrap=True)

    def _leave(self) -> None:
        self._timer.stop()
        self._progress.stop()
        QCoreApplication.quit()


def answer_faces(engine: Engine | RemoteEngine, answer: Literal["yes", "no"]) -> "Future[object]":
    if isinstance(engine, RemoteEngine):
        return engine.answer_faces(answer)
    return cast("Future[object]", engine.people.answer(answer))


def _stopped_by(pause: Pause) -> str:
    return f"The scan stopped: {pause.reason} The same command goes on from here."

"""What the engine's thread does about models: a worker finds, fetches, proves and removes them, one by one."""

import itertools
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject

from momentry_desk.core import weights
from momentry_desk.core.messages import (
    CheckWeights,
    FromWorker,
    InstallWeights,
    RemoveWeights,
    ToWorker,
    WeightsChecked,
    WeightsDone,
    WeightsProgress,
)
from momentry_desk.core.paths import path_to_text
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.weights import ModelPhase, ModelReport, ModelState
from momentry_desk.engine.errors import EngineStopped
from momentry_desk.engine.outlet import Outlet
from momentry_desk.engine.sessions import Sessions
from momentry_desk.engine.side_worker import SideWorker
from momentry_desk.engine.worker_command import WorkerCommand

#: The worker stays so long for the next request.
IDLE_MS = 10_000

Reports = tuple[ModelReport, ...]


@dataclass(eq=False)
class _Errand:
    """One request about models. `phase` is what it does with them."""

    phase: ModelPhase
    names: tuple[str, ...]
    anew: bool = False
    install_id: str = ""


class ModelRoom:
    """Lives on the engine's thread. Tells all reports through the outlet after each change."""

    def __init__(
        self,
        command: WorkerCommand,
        sessions: Sessions,
        folders: tuple[str, ...],
        outlet: Outlet,
        came: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """`folders` are those with weights, the first the one that is filled and emptied. `came` is called when a
        model was fetched."""
        self._folders = folders
        self._outlet = outlet
        self._came = came
        self._numbers = itertools.count(1)
        self._reports: dict[str, ModelReport] = {}
        self._rest: dict[str, ModelReport] = {}
        self._asking: list[Future[Reports]] = []
        self._worker = SideWorker[_Errand](
            command,
            sessions,
            threads=1,
            message=self._message,
            hear=self._hear,
            lost=self._lose,
            begun=self._show_phase,
            idle_ms=IDLE_MS,
            parent=parent,
        )

    @property
    def resting(self) -> bool:
        """Whether no process of it is there."""
        return self._worker.resting

    def reports(self, answer: "Future[Reports]") -> None:
        """Answer with every model of the catalogue: what is known, else once their files were looked at. Looks anew
        in any case: another program may have put some there."""
        if self._complete:
            answer.set_result(self._all())
        else:
            self._asking.append(answer)
        self._begin(_Errand(ModelPhase.CHECKING, tuple(model.name for model in weights.CATALOGUE)))

    def install(self, names: tuple[str, ...]) -> None:
        for name in names:
            if not weights.model(name).shipped_in:
                self._begin(_Errand(ModelPhase.FETCHING, (name,)))

    def verify(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._begin(_Errand(ModelPhase.CHECKING, (name,), anew=True))

    def remove(self, names: tuple[str, ...]) -> None:
        for name in names:
            self._begin(_Errand(ModelPhase.REMOVING, (name,)))

    def cancel(self, names: tuple[str, ...]) -> None:
        """Fetch these no further. What came stays for the next try."""
        gone = [one for one in self._worker.waiting if one.names[0] in names and len(one.names) == 1]
        for errand in gone:
            self._worker.waiting.remove(errand)
            self._put(self._rest[errand.names[0]])
        current = self._worker.current
        if current is not None and current.phase is ModelPhase.FETCHING and current.names[0] in names:
            self._worker.forget()
            self._put(self._rest[current.names[0]])

    def stop(self) -> None:
        """End the worker and forget what was asked; whoever waits for an answer gets `EngineStopped`."""
        self._worker.stop()
        self._worker.forget()
        for answer in self._asking:
            answer.set_exception(EngineStopped())
        self._asking.clear()

    # One after another --------------------------------------------------------------------------------------

    def _begin(self, errand: _Errand) -> None:
        current = self._worker.current
        if any(one is not None and one.names == errand.names for one in (current, *self._worker.waiting)):
            return
        errand.install_id = f"models{next(self._numbers)}"
        self._worker.waiting.append(errand)
        if len(errand.names) == 1:
            name = errand.names[0]
            before = self._reports.get(name, ModelReport(name, ModelPhase.MISSING))
            self._rest[name] = msgspec.structs.replace(before, problem="", received=0, total=0)
            self._put(msgspec.structs.replace(self._rest[name], phase=ModelPhase.WAITING))
        self._worker.go_on()

    def _show_phase(self, errand: _Errand) -> None:
        if len(errand.names) == 1:
            self._put(msgspec.structs.replace(self._rest[errand.names[0]], phase=errand.phase))

    def _message(self, errand: _Errand) -> ToWorker:
        own = path_to_text(self._folders[0])
        match errand.phase:
            case ModelPhase.FETCHING:
                return InstallWeights(errand.install_id, errand.names, own)
            case ModelPhase.REMOVING:
                return RemoveWeights(errand.install_id, errand.names[0], own)
            case _:
                return self._check(errand.install_id, errand.names, anew=errand.anew)

    def _check(self, install_id: str, names: tuple[str, ...], *, anew: bool = False) -> CheckWeights:
        return CheckWeights(install_id, names, tuple(map(path_to_text, self._folders)), anew)

    def _hear(self, errand: _Errand, message: FromWorker) -> None:
        if getattr(message, "install_id", None) != errand.install_id:
            return
        match message:
            case WeightsProgress(name=name, received=received, total=total):
                self._put(msgspec.structs.replace(self._reports[name], received=received, total=total))
            case WeightsDone(failures=failures):
                name = errand.names[0]
                self._rest[name] = msgspec.structs.replace(self._rest[name], problem=failures.get(name, ""))
                # Whatever was said: what lies there now is looked at.
                self._worker.say(self._check(errand.install_id, errand.names))
            case WeightsChecked(states=states):
                self._worker.done()
                for state in states:
                    self._take(errand, state)
                self._answer()
            case _:
                pass

    def _take(self, errand: _Errand, state: ModelState) -> None:
        before = self._reports.get(state.name, ModelReport(state.name, ModelPhase.MISSING))
        alone = len(errand.names) == 1
        if before.busy and not alone:
            # Asked for on its own meanwhile: that comes next and tells more.
            return
        absent = ModelPhase.DAMAGED if state.wrong else ModelPhase.MISSING
        phase = ModelPhase.READY if state.installed else absent
        said = self._rest[state.name].problem if alone else before.problem
        problem = said or (state.problem if state.wrong else "")
        removable = bool(state.folder) and Path(state.folder).parent == Path(self._folders[0])
        fetched = errand.phase is ModelPhase.FETCHING and not problem
        proven = state.installed and (errand.anew or fetched or (before.proven and not alone))
        self._put(ModelReport(state.name, phase, problem=problem, removable=removable, proven=proven))
        if phase is ModelPhase.READY and errand.phase is ModelPhase.FETCHING:
            self._came()

    def _put(self, report: ModelReport) -> None:
        if self._reports.get(report.name) != report:
            self._reports[report.name] = report
            self._outlet.models_changed.emit(self._all())

    def _all(self) -> Reports:
        return tuple(self._reports[model.name] for model in weights.CATALOGUE if model.name in self._reports)

    @property
    def _complete(self) -> bool:
        return len(self._reports) == len(weights.CATALOGUE)

    def _answer(self) -> None:
        if not self._complete:
            return
        for answer in self._asking:
            answer.set_result(self._all())
        self._asking.clear()

    def _lose(self, errand: _Errand) -> None:
        for name in errand.names:
            before = self._rest.get(name) or ModelReport(name, ModelPhase.MISSING)
            self._put(msgspec.structs.replace(before, problem=say(Said.MODEL_BROKEN_OFF, model=name)))
        self._answer()

"""The models on the page of settings: which are there, how large, under which licence; fetched, proven, removed."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from momentry_desk.core import weights
from momentry_desk.core.weights import Model, ModelPhase, ModelReport
from momentry_desk.ui import words
from momentry_desk.ui.errands import Errands
from momentry_desk.ui.sentences import in_words

if TYPE_CHECKING:
    from momentry_desk.engine.engine import Engine

translate = QCoreApplication.translate


def description(name: str) -> str:
    """What a model of the catalogue is good for; one that is not known here says it in English."""
    match name:
        case "yunet":
            return translate("Models", "Finds faces")
        case "sface":
            return translate("Models", "Tells faces apart")
        case "whisper-base":
            return translate("Models", "Recognises speech in about a hundred languages")
        case "whisper-tiny.en":
            return translate("Models", "Recognises English speech, faster and much weaker in noise")
        case "whisper-small":
            return translate("Models", "Recognises speech with fewer errors than base, and slower")
        case "whisper-large-v3-turbo":
            return translate("Models", "Recognises speech with the fewest errors; meant for a graphics card")
        case "ppocr-v6-small":
            return translate("Models", "Reads Chinese, English, Japanese, Latin and Greek text")
        case _:
            return weights.model(name).description


def state(report: ModelReport | None) -> str:
    """Where the model stands, in a few words with a sign of its own."""
    match report.phase if report else None:
        case ModelPhase.READY if report and report.proven:
            return "✓ " + translate("Models", "Ready; every byte was checked")
        case ModelPhase.READY:
            return "✓ " + translate("Models", "Ready")
        case ModelPhase.MISSING:
            return "○ " + translate("Models", "Not installed")
        case ModelPhase.DAMAGED:
            return "⚠ " + translate("Models", "Damaged")
        case ModelPhase.WAITING:
            return "… " + translate("Models", "Waits for its turn")
        case ModelPhase.FETCHING if report and report.total:
            text = translate("Models", "{0} of {1}", "bytes received")
            return "↓ " + text.format(words.size(report.received), words.size(report.total))
        case ModelPhase.FETCHING:
            return "↓ " + translate("Models", "Is being fetched")
        case ModelPhase.CHECKING:
            return "… " + translate("Models", "Is being checked")
        case ModelPhase.REMOVING:
            return "… " + translate("Models", "Is being removed")
        case _:
            return "… " + translate("Models", "Looking")


class ModelRow(QWidget):
    """One model. Its buttons are those that can do something now."""

    def __init__(self, engine: "Engine", errands: Errands, model: Model, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self._model = model
        self._report: ModelReport | None = None
        self.name = QLabel()
        self.name.setProperty("role", "name")
        self.what = QLabel()
        self.what.setProperty("role", "small")
        self.state = QLabel()
        self.state.setProperty("role", "small")
        self.problem = QLabel()
        self.problem.setProperty("role", "refusal")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        for label in (self.name, self.what, self.state, self.problem):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        commands = engine.models
        self.fetch = self._button(commands.install)
        self.stop = self._button(commands.cancel)
        self.check = self._button(commands.verify)
        self.remove = self._button(commands.remove)
        self._buttons = (self.fetch, self.stop, self.check, self.remove)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        for part in (self.name, self.what, self.state, self.bar, self.problem):
            texts.addWidget(part)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setSpacing(8)
        layout.addLayout(texts, 1)
        layout.addSpacing(8)
        for button in self._buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._fill()

    def _button(self, command: Callable[[Sequence[str]], "Future[None]"]) -> QPushButton:
        made = QPushButton()
        made.clicked.connect(lambda: self._errands.begin(_wait(command((self._model.name,)))))
        return made

    def take(self, report: ModelReport) -> None:
        self._report = report
        self._fill()

    def _fill(self) -> None:
        model, report = self._model, self._report
        title = model.name
        self.name.setText(title)
        self.what.setText(
            self.tr("{0}. {1}, licence {2}.").format(description(model.name), words.size(model.size), model.licence)
        )
        self.state.setText(state(report) + (" · " + self.tr("comes with the program") if model.shipped_in else ""))
        said = in_words(report.problem) if report else ""
        self.problem.setText(f"⚠ {said}" if said else "")
        self.problem.setVisible(bool(said))
        phase = report.phase if report else None
        had_keyboard = self.window().focusWidget() in self._buttons
        fetching = phase is ModelPhase.FETCHING
        self.bar.setVisible(fetching)
        if report and fetching:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * report.received / report.total) if report.total else 0)
        shipped = bool(model.shipped_in)
        self._dress(
            self.fetch,
            self.tr("Download"),
            self.tr("Download {0}"),
            phase in (ModelPhase.MISSING, ModelPhase.DAMAGED) and not shipped,
        )
        self._dress(
            self.stop, self.tr("Stop"), self.tr("Stop fetching {0}"), fetching or phase is ModelPhase.WAITING
        )
        self._dress(self.check, self.tr("Check"), self.tr("Check every byte of {0}"), phase is ModelPhase.READY)
        removable = report is not None and report.removable and phase is ModelPhase.READY
        self._dress(self.remove, self.tr("Remove"), self.tr("Remove {0}"), removable)
        self.bar.setAccessibleName(title)
        if had_keyboard and self.window().focusWidget() not in [one for one in self._buttons if not one.isHidden()]:
            # It stays in this row although the button that had it is gone.
            next((one for one in self._buttons if not one.isHidden()), self.fetch).setFocus()

    def _dress(self, button: QPushButton, text: str, whole: str, shown: bool) -> None:
        button.setText(text)
        button.setAccessibleName(whole.format(self._model.name))
        button.setVisible(shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()


class ModelList(QWidget):
    """Every model of the catalogue, in the catalogue's order."""

    def __init__(self, engine: "Engine", errands: Errands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._errands = errands
        self.rows = {model.name: ModelRow(engine, errands, model) for model in weights.CATALOGUE}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.title = QLabel()
        self.title.setProperty("role", "group")
        self.title.setIndent(0)
        layout.addWidget(self.title)
        for row in self.rows.values():
            layout.addWidget(row)
        engine.models_changed.connect(self._take)
        self._name()

    def _name(self) -> None:
        self.title.setText(self.tr("Models"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._name()

    def begin(self) -> None:
        """Look which are there now."""
        self._errands.begin(self._look())

    async def _look(self) -> None:
        self._take(await asyncio.wrap_future(self._engine.models.reports()))

    def _take(self, reports: tuple[ModelReport, ...]) -> None:
        for report in reports:
            if report.name in self.rows:
                self.rows[report.name].take(report)


async def _wait(answer: "Future[None]") -> None:
    await asyncio.wrap_future(answer)

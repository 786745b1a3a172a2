"""The real program, with one addition: it tells on stdout where things are on the screen.

A line on stdin asks; the answer is one line of JSON. `row FILE_NAME`, `pause`, `button TEXT`, `menu TEXT`, `rail
PAGE`, `setting KEY`, `tray`, `box`, `hit TEXT`, `line TEXT` (of the transcript), `take` (what exports), `choice
TEXT`, `field NAME`, `person NAME` answer the middle of that thing on the screen as [x, y] or null; `look` answers
what a person would read; `focus` the name of what has the keyboard; `looks` a word and a colour of the window;
`hits` how many rows were found; `player` where the player stands; `picture FILE` saves what the screen shows of the
film; `watched` how each watched folder stands; `desk` whether that page is open; `lateness` answers how late the
event loop was since the last such question, in milliseconds, and `lateness end` for the last time. What the
benchmark of the window asks stands in `TableWatch`.

QUIET_S in the environment: so long must stand still what arrives in a watched folder, and so often it is looked at.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QRadioButton, QTreeWidget, QWidget

from momentry_desk.__main__ import main
from momentry_desk.core import watching
from momentry_desk.engine.arrivals_room import ArrivalsRoom
from momentry_desk.ui import application
from momentry_desk.ui.main_window import MainWindow

if TYPE_CHECKING:
    from momentry_desk.ui.moments_page import MomentsPage
    from momentry_desk.ui.queue_model import QueueModel
    from momentry_desk.ui.queue_table import QueueTable

_BEAT_MS = 10


class TableWatch(QObject):
    """`painted` answers the instant of the window's first painting; `rows`, `running`, `said` what stands there;
    `scroll` begins and ends an endless scrolling; `repaint` and `repaint progress` measure milliseconds; `sort
    COLUMN` begins to sort by that column, and `sorted` answers the milliseconds from there to the painted table,
    null until then; `press pause` presses that button."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._painted: float | None = None
        self._wheel = QTimer(self)
        self._wheel.setInterval(16)
        self._wheel.timeout.connect(self._scroll)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and isinstance(watched, MainWindow):
            self._painted = time.time()
            self._app.removeEventFilter(self)
        return False

    def answer(self, window: MainWindow, word: str, rest: str) -> object:
        model, table = window.desk.queue_model, window.desk.queue.table
        match word:
            case "painted":
                return self._painted
            case "rows":
                return model.rowCount()
            case "running":
                return sum(1 for n in range(4) if (row := model.row_at(model.index(n, 0))) and row.started_at)
            case "said":
                return window.status_line.text()
            case "scroll":
                self._bar = table.verticalScrollBar()
                if self._wheel.isActive():
                    self._wheel.stop()
                else:
                    self._wheel.start()
            case "press":
                window.toolbar.pause.click()
            case "repaint":
                table.scrollToTop()
                whole = table.viewport().rect()
                line = table.visualRect(model.index(0, 0)).united(table.visualRect(model.index(0, 7)))
                return _median_ms(lambda: table.viewport().repaint(line if rest else whole), 20)
            case "sort":
                self._sort(model, table, int(rest))
            case "sorted":
                return self._sorted_ms
        return True

    def _sort(self, model: "QueueModel", table: "QueueTable", column: int) -> None:
        begun = time.perf_counter()
        self._sorted_ms: float | None = None

        def painted() -> None:
            self._sorted_ms = round((time.perf_counter() - begun) * 1000, 1)

        # Behind the painting that the new order has asked for.
        model.reordered.connect(lambda: QTimer.singleShot(0, painted), Qt.ConnectionType.SingleShotConnection)
        table.sortByColumn(column, Qt.SortOrder.AscendingOrder)

    def _scroll(self) -> None:
        self._bar.setValue(0 if self._bar.value() >= self._bar.maximum() else self._bar.value() + 240)


def _median_ms(act: Callable[[], None], times: int) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        took.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(took), 1)


class Witness(QObject):
    """Answers questions about the window, and measures how late its event loop is."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._input = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._input.activated.connect(self._answer)
        self._late_ms: list[float] = []
        self._due = 0.0
        self._table = TableWatch(app)
        self._beat = QTimer(self)
        self._beat.setTimerType(Qt.TimerType.PreciseTimer)
        self._beat.setInterval(_BEAT_MS)
        self._beat.timeout.connect(self._beaten)

    def _beaten(self) -> None:
        now = time.perf_counter()
        self._late_ms.append(max(0.0, (now - self._due) * 1000))
        self._due = now + _BEAT_MS / 1000

    def _answer(self) -> None:
        word, _, rest = sys.stdin.readline().strip().partition(" ")
        if not word:
            self._input.setEnabled(False)
            return
        windows = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
        answer: object = None
        if word == "lateness":
            answer, self._late_ms = self._late_ms, []
            self._due = time.perf_counter() + _BEAT_MS / 1000
            if rest == "end":
                self._beat.stop()
            else:
                self._beat.start()
        elif word == "tray" and windows:
            box = windows[0].tray.icon.geometry()
            answer = [box.center().x(), box.center().y()] if box.width() > 0 else None
        elif windows and windows[0].isVisible():
            answer = self._about(windows[0], word, rest)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    def _about(self, window: MainWindow, word: str, rest: str) -> object:
        match word:
            case "look":
                model = window.desk.queue_model
                rows = [model.row_at(model.index(n, 0)) for n in range(model.rowCount())]
                return {
                    "status_line": window.status_line.text(),
                    "pause": window.toolbar.pause.text(),
                    "drop": window.drop_sheet.isVisible(),
                    "rows": {row.file_name: row.status.value for row in rows if row is not None},
                }
            case "pause":
                return _middle(window.toolbar.pause, window.toolbar.pause.rect())
            case "row":
                model = window.desk.queue_model
                for place in range(model.rowCount()):
                    row = model.row_at(model.index(place, 0))
                    if row is not None and row.file_name == rest:
                        table = window.desk.queue.table
                        return _middle(table.viewport(), table.visualRect(model.index(place, 1)))
            case "button":
                for button in window.findChildren(QPushButton):
                    if button.isVisible() and button.text() == rest:
                        return _middle(button, button.rect())
            case "choice":
                for choice in window.findChildren(QRadioButton):
                    if choice.isVisible() and choice.text().startswith(rest):
                        return _middle(choice, choice.rect())
            case "field":
                for field in window.findChildren(QLineEdit):
                    if field.isVisible() and rest in (field.accessibleName(), field.objectName()):
                        return _middle(field, field.rect())
            case "menu":
                for menu in window.findChildren(QMenu):
                    for action in menu.actions() if menu.isVisible() else ():
                        if action.text() == rest:
                            return _middle(menu, menu.actionGeometry(action))
            case "focus":
                widget = QApplication.focusWidget()
                return None if widget is None else widget.accessibleName() or getattr(widget, "text", str)()
            case "looks":
                colour = QApplication.palette().window().color().name()
                return {"rail": window.rail.items["settings"].text(), "panel": colour}
            case "setting":
                widget = window.pages.settings.row(rest).editor.focus_widget
                return _middle(widget, widget.rect()) if widget.isVisible() else None
            case "rail":
                return _middle(window.rail.items[rest], window.rail.items[rest].rect())
            case "box" | "hit" | "hits" | "line" | "take" | "player" | "picture" if (
                window.pages.currentWidget() is window.pages.moments
            ):
                return _about_moments(window.pages.moments, word, rest)
            case "people":
                return [str(card.name) for card in window.pages.people.model.cards]
            case "person":
                grid, people = window.pages.people.grid, window.pages.people.model
                for place, card in enumerate(people.cards):
                    if rest in (card.name, str(card.person_id)):
                        return _middle(grid.viewport(), grid.visualRect(people.index(place)))
            case "watched":
                trees = [one for one in window.findChildren(QTreeWidget) if one.isVisible()]
                items = [tree.topLevelItem(n) for tree in trees for n in range(tree.topLevelItemCount())]
                return [item.text(1) for item in items if item is not None]
            case "desk":
                return window.pages.currentWidget() is window.desk
            case "gap":
                return window.desk.queue.table._gap
            case "painted" | "rows" | "running" | "said" | "scroll" | "press" | "repaint" | "sort" | "sorted":
                return self._table.answer(window, word, rest)
        return None


def _about_moments(page: "MomentsPage", word: str, rest: str) -> object:
    match word:
        case "box":
            return _middle(page.bar.box, page.bar.box.rect())
        case "hit":
            model = page.results.results
            for place in range(model.rowCount()):
                hit = model.hit_at(model.index(place))
                if hit is not None and hit.text == rest:
                    return _middle(page.results.viewport(), page.results.visualRect(model.index(place)))
        case "line":
            lines = page.transcript.lines
            for place, line in enumerate(lines.lines):
                if line.text == rest:
                    return _middle(page.transcript.viewport(), page.transcript.visualRect(lines.index(place)))
        case "take":
            return _middle(page.player.take, page.player.take.rect())
        case "hits":
            return page.results.results.rowCount()
        case "player":
            image = page.player.picture.image
            time = page.player.time.text()
            return None if image is None else {"time": time, "size": [image.width(), image.height()]}
        case "picture":
            view = page.player.picture
            corner = view.mapToGlobal(view.rect().topLeft())
            return view.screen().grabWindow(0, corner.x(), corner.y(), view.width(), view.height()).save(rest)
    return None


def _wait_less(quiet_s: float) -> None:
    watching.QUIET_S = quiet_s
    defaults = ArrivalsRoom.__init__.__kwdefaults__
    assert defaults is not None
    defaults["every_s"] = quiet_s


def _middle(widget: QWidget, box: QRect) -> list[int]:
    place: QPoint = widget.mapToGlobal(box.center())
    return [place.x(), place.y()]


if __name__ == "__main__":
    make = application.make_application

    def make_watched(arguments: list[str]) -> application.Application:
        app = make(arguments)
        Witness(app)
        return app

    if "QUIET_S" in os.environ:
        _wait_less(float(os.environ["QUIET_S"]))
    application.make_application = make_watched  # type: ignore[assignment]
    sys.exit(main())

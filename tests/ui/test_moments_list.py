"""The list of what was found: each line has the room that its words take."""

import itertools
from collections.abc import Callable

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.ui.findings_views import MomentsList, MomentsModel
from momentry_desk.ui.theme import Theme


def test_lines_are_measured_anew_when_their_width_changes_alone(
    qtbot: QtBot, theme: Theme, bury: Callable[[QWidget], QWidget]
) -> None:
    model = MomentsModel()
    view = MomentsList(model, theme)
    bury(view)
    view.resize(236, 300)
    view.show()

    def said(count: int) -> list[SpeechSegment]:
        # Widths of many kinds, so that some break otherwise in less room.
        return [
            SpeechSegment(float(n), n + 1.0, "astronaut in an orange suit " + "word " * (n % 9), "en", 0.9, 0.9)
            for n in range(count)
        ]

    model.show_findings(said(3))
    qtbot.waitUntil(lambda: view.visualRect(model.index(2, 0)).height() > 0)
    model.show_findings(said(40))
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.isVisible())

    def all_fit() -> bool:
        places = [view.visualRect(model.index(n, 0)) for n in range(40)]
        return all(one.bottom() + 1 == below.top() for one, below in itertools.pairwise(places))

    qtbot.waitUntil(all_fit)
    view.resize(180, 300)
    qtbot.waitUntil(all_fit)

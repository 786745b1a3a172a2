"""Where in a video something was found: a track each for faces, speech and text."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from momentry_desk.core.findings import FaceSighting, Finding, SpeechSegment, TextLine
from momentry_desk.ui.theme import Theme

_TRACK = 8
_GAP = 4
#: The kinds that have a track, from top to bottom, and the tokens of their colours.
_TRACKS: tuple[tuple[type[Finding], str], ...] = (
    (FaceSighting, "face"),
    (SpeechSegment, "speech"),
    (TextLine, "ocr"),
)


class Timeline(QWidget):
    """Three thin tracks over the length of a video, in seconds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._duration_s = 0.0
        self._spans: tuple[list[tuple[float, float]], ...] = ([], [], [])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 3 * _TRACK + 2 * _GAP)

    def show_findings(self, findings: Sequence[Finding], duration_s: float) -> None:
        """Draw these findings. Neighbours that touch become one span, so that a long video stays quick to draw."""
        self._duration_s = max([duration_s, *(finding.end for finding in findings)])
        spans: list[list[tuple[float, float]]] = []
        for kind, _ in _TRACKS:
            joined: list[tuple[float, float]] = []
            for finding in findings:
                if not isinstance(finding, kind):
                    continue
                if joined and finding.start - joined[-1][1] < self._duration_s / 1000:
                    joined[-1] = (joined[-1][0], max(joined[-1][1], finding.end))
                else:
                    joined.append((finding.start, finding.end))
            spans.append(joined)
        self._spans = tuple(spans)
        counts = [sum(isinstance(finding, kind) for finding in findings) for kind, _ in _TRACKS]
        said = self.tr("Timeline: faces {0}, spoken lines {1}, lines of text {2}").format(*counts)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        t = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(0, 0, 0, 0))
        for n, (_, token) in enumerate(_TRACKS):
            track = QRectF(0, n * (_TRACK + _GAP), self.width(), _TRACK)
            painter.setBrush(t.colour("raised"))
            painter.drawRoundedRect(track, 2, 2)
            painter.setBrush(t.colour(token))
            for start, end in self._spans[n]:
                left = self.width() * start / self._duration_s
                width = max(2.0, self.width() * (end - start) / self._duration_s)
                painter.drawRoundedRect(QRectF(left, track.top(), width, _TRACK), 2, 2)
        painter.end()

"""The time line beneath the picture: a ruler and a track each for people, speech, text and scenes."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from momentry_desk.core.findings import FaceSighting, Finding
from momentry_desk.core.people import PersonSighting
from momentry_desk.ui import words
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font
from momentry_desk.ui.tracks import Layout, Span, Track, View, lay_out, ruler_step

_GUTTER = 64
_RULER = 22
_LINE = 15
_TRACK = 20
_GAP = 4
_RIGHT = 12
_TOKENS = {Track.PEOPLE: "face", Track.SPEECH: "speech", Track.TEXT: "ocr", Track.SCENES: "faint"}
_ZOOM = 0.7


class TrackView(QWidget):
    """Seconds from left to right. `jump_wanted` is where a person clicks or drags to, `hovered` the instant under
    the pointer and its place from the left, or -1 where there is none."""

    jump_wanted = Signal(float)
    hovered = Signal(float, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layout = Layout()
        self._findings: tuple[tuple[Finding, ...], tuple[PersonSighting, ...]] = ((), ())
        self._length_s = 0.0
        self._whole_s = 0.0
        self._view = View(0.0, 0.0)
        self._head_s = 0.0
        self._hits: tuple[tuple[float, float], ...] = ()
        self._range: tuple[float | None, float | None] = (None, None)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme.changed.connect(self.update)
        self._name()

    # What it shows ------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        return self._view

    def show_film(self, length_s: float) -> None:
        """Begin with another film, all of it in sight."""
        self._findings, self._layout, self._hits, self._range = ((), ()), Layout(), (), (None, None)
        self._length_s = self._whole_s = length_s
        self._view = View(0.0, length_s)
        self._renew()

    def set_length(self, length_s: float) -> None:
        """The film is this long, as is known now."""
        self._length_s = length_s
        self._stretch()

    def show_findings(self, findings: Sequence[Finding], persons: Sequence[PersonSighting] = ()) -> None:
        """Put these on their tracks; `persons` say who the faces are."""
        shown = (tuple(findings), tuple(persons))
        if shown != self._findings:
            self._findings = shown
            self._layout = lay_out(findings, persons)
            self._stretch()

    def show_hits(self, hits: Sequence[tuple[float, float]]) -> None:
        """Mark what was searched for: (from, to) in seconds."""
        self._hits = tuple(sorted(hits))
        self.update()

    def show_range(self, begin_s: float | None, end_s: float | None) -> None:
        """Mark the chosen range."""
        self._range = (begin_s, end_s)
        self.update()

    def show_head(self, time_s: float, *, follow: bool) -> None:
        """Put the play head at `time_s`; `follow` keeps it in sight."""
        before = self._x(self._head_s)
        self._head_s = time_s
        view = self._view.showing(time_s, self._whole_s) if follow and self._whole_s else self._view
        if view != self._view:
            self._view = view
            self.update()
        elif abs(self._x(time_s) - before) >= 0.5:
            for x in (before, self._x(time_s)):
                self.update(int(x) - 7, 0, 15, self.height())

    def zoom(self, factor: float, about_s: float | None = None) -> None:
        """Show a part `factor` times as long, about an instant or else about the play head."""
        about = self._head_s if about_s is None else about_s
        if self._whole_s:
            self._view = self._view.zoomed(factor, about, self._whole_s)
            self.update()

    def zoom_in(self) -> None:
        self.zoom(_ZOOM)

    def zoom_out(self) -> None:
        self.zoom(1 / _ZOOM)

    def _stretch(self) -> None:
        all_of_it = self._view.length_s >= self._whole_s
        self._whole_s = max(self._length_s, self._layout.end_s)
        self._view = View(0.0, self._whole_s) if all_of_it else self._view.within(self._whole_s)
        self._renew()

    def _renew(self) -> None:
        self.updateGeometry()
        self._name()
        self.update()

    def _name(self) -> None:
        counts = [len(self._layout.spans.get(track, ())) for track in Track]
        self.setAccessibleName(
            self.tr("Time line: people {0}, spoken lines {1}, lines of text {2}, scenes {3}").format(*counts)
        )

    # Places -------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(400, int(self._top_of(Track.SCENES) + self._height_of(Track.SCENES) + _GAP))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _height_of(self, track: Track) -> float:
        if track is Track.SCENES:
            return _TRACK / 2
        return max(_TRACK, self._lines_of(track) * (_LINE + 1) - 1)

    def _lines_of(self, track: Track) -> int:
        return {Track.PEOPLE: self._layout.person_lines, Track.TEXT: self._layout.text_lines}.get(track, 1)

    def _top_of(self, track: Track) -> float:
        top = float(_RULER)
        for one in Track:
            if one is track:
                break
            top += self._height_of(one) + _GAP
        return top

    def _x(self, time_s: float) -> float:
        room = max(1, self.width() - _GUTTER - _RIGHT)
        length_s = self._view.length_s
        return _GUTTER + (time_s - self._view.from_s) / length_s * room if length_s else float(_GUTTER)

    def _time(self, x: float) -> float:
        room = max(1, self.width() - _GUTTER - _RIGHT)
        time_s = self._view.from_s + (x - _GUTTER) / room * self._view.length_s
        return min(max(0.0, time_s), self._whole_s)

    def _box(self, track: Track, span: Span) -> QRectF:
        left, right = self._x(span.start), self._x(span.end)
        top, height = self._top_of(track), self._height_of(track)
        if self._lines_of(track) > 1:
            height = _LINE
            top += span.line * (_LINE + 1)
        return QRectF(left, top, max(2.0, right - left - (1 if right - left > 4 else 0)), height)

    def _span_at(self, place: QPointF) -> Span | None:
        time_s = self._time(place.x())
        for track in Track:
            for span in self._layout.within(track, time_s, time_s + 1e-9):
                if self._box(track, span).contains(place):
                    return span
        return None

    # Hands --------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or not self._whole_s:
            return
        span = self._span_at(event.position())
        # A click on something goes to where it begins, one beside it or on the ruler to that very instant.
        self.jump_wanted.emit(span.start if span is not None else self._time(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.buttons() & Qt.MouseButton.LeftButton and self._whole_s:
            self.jump_wanted.emit(self._time(x))
        inside = bool(self._whole_s) and _GUTTER <= x <= self.width() - _RIGHT
        self.hovered.emit(self._time(x) if inside else -1.0, int(x))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(-1.0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned, aside = event.angleDelta().y() / 120, event.angleDelta().x() / 120
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_ZOOM**turned, self._time(event.position().x()))
        elif self._whole_s:
            self._view = self._view.moved(-(turned + aside) * 0.1 * self._view.length_s, self._whole_s)
            self.update()
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            span = self._span_at(QPointF(event.pos()))
            said = "" if span is None else span.name or words.finding(span.finding, self._scene_number(span))
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def _scene_number(self, span: Span) -> int:
        scenes = self._layout.spans.get(Track.SCENES, ())
        return scenes.index(span) + 1 if span in scenes else 0

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._name()
            self.update()

    # Drawing ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(text_font(self.font(), px=SMALL_PX))
        self._paint_labels(painter)
        painter.setClipRect(QRectF(_GUTTER - 7, 0, self.width() - _GUTTER - _RIGHT + 14, self.height()))
        self._paint_range(painter)
        if self._whole_s:
            self._paint_ruler(painter)
            for track in Track:
                self._paint_track(painter, track)
            self._paint_hits(painter)
            self._paint_head(painter)
        painter.end()

    def _paint_labels(self, painter: QPainter) -> None:
        labels = {
            Track.PEOPLE: self.tr("People"),
            Track.SPEECH: self.tr("Speech"),
            Track.TEXT: self.tr("Text"),
            Track.SCENES: self.tr("Scenes"),
        }
        t = self._theme.tokens
        for track, label in labels.items():
            top, height = self._top_of(track), self._height_of(track)
            painter.setPen(t.colour("mute"))
            place = QRectF(12, top - 4, _GUTTER - 16, height + 8)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(t.colour("raised"))
            painter.drawRoundedRect(QRectF(_GUTTER, top, self.width() - _GUTTER - _RIGHT, height), 3, 3)

    def _paint_ruler(self, painter: QPainter) -> None:
        t = self._theme.tokens
        step = ruler_step(self._view.length_s, max(1, (self.width() - _GUTTER) // 80))
        number = int(self._view.from_s / step)
        while number * step <= self._view.to_s:
            x = self._x(number * step)
            painter.setPen(QPen(t.colour("line"), 1))
            painter.drawLine(QPointF(x, _RULER - 6), QPointF(x, _RULER - 1))
            said = words.clock(number * step) + (f".{round(number * step * 10) % 10}" if step < 1 else "")
            if x + 3 + painter.fontMetrics().horizontalAdvance(said) <= self.width():
                painter.setPen(t.colour("mute"))
                painter.drawText(QPointF(x + 3, _RULER - 8), said)
            number += 1

    def _paint_track(self, painter: QPainter, track: Track) -> None:
        t = self._theme.tokens
        colour = t.colour(_TOKENS[track])
        fill = t.blend(_TOKENS[track], "raised", 0.55 if t.dark else 0.42)
        metrics = QFontMetricsF(painter.font())
        drawn_to = [-1.0] * 8
        shown = self._layout.within(track, self._view.from_s, self._view.to_s)
        for span in sorted(shown, key=lambda one: not one.behind) if track is Track.TEXT else shown:
            box = self._box(track, span)
            if box.right() <= drawn_to[span.line]:
                # Narrower than what can be seen, and in a place that is taken: a long film has thousands of them.
                continue
            drawn_to[span.line] = box.right() if box.width() <= 2 else -1.0
            if box.width() >= 5 and not span.behind:
                # Neighbours of one colour would run into one.
                painter.fillRect(box.adjusted(-1.5, 0, 1, 0), t.colour("raised"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour if box.width() < 5 else fill)
            painter.drawRoundedRect(box, 2, 2)
            if box.width() > 36 and box.height() >= _LINE and track is not Track.SCENES and not span.behind:
                inside = box.intersected(QRectF(_GUTTER, 0, self.width() - _GUTTER - _RIGHT, self.height()))
                said = _label(span)
                painter.setPen(t.colour("text"))
                cut = metrics.elidedText(said, Qt.TextElideMode.ElideRight, inside.width() - 8)
                painter.drawText(inside.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, cut)

    def _paint_range(self, painter: QPainter) -> None:
        begin, end = self._range
        if begin is None and end is None:
            return
        t = self._theme.tokens
        left = self._x(0.0 if begin is None else begin)
        right = self._x(self._whole_s if end is None else end)
        painter.fillRect(QRectF(left, 0, right - left, _RULER - 2), t.selection)
        painter.setPen(QPen(t.colour("accent"), 2))
        for x, inwards, known in ((left, 5, begin is not None), (right, -5, end is not None)):
            if known:
                painter.drawPolyline([QPointF(x + inwards, 1), QPointF(x, 1), QPointF(x, _RULER - 2)])

    def _paint_hits(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.colour("accent"))
        taken = -10.0
        for start, _ in self._hits:
            x = self._x(start)
            if x - taken >= 3:
                taken = x
                painter.drawPolygon(
                    QPolygonF([QPointF(x - 4, _RULER - 9), QPointF(x + 4, _RULER - 9), QPointF(x, _RULER - 2)])
                )

    def _paint_head(self, painter: QPainter) -> None:
        x = self._x(self._head_s)
        colour: QColor = self._theme.tokens.colour("text")
        painter.setPen(QPen(colour, 1.5))
        painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(x - 4, 0, 8, 6), 2, 2)


def _label(span: Span) -> str:
    if isinstance(span.finding, FaceSighting):
        return span.name or words.person(span.finding.person)
    said = words.finding(span.finding, 0).replace("\n", " ")
    return f"{said}  +{span.more}" if span.more else said

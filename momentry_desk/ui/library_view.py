"""The library: every video with its thumbnail, its length and what has been scanned of it."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QItemSelectionModel,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.model import BUILTIN_PROCESSORS, TaskStatus
from momentry_desk.core.paths import readable
from momentry_desk.core.snapshot import TaskRow, VideoRow
from momentry_desk.ui import words
from momentry_desk.ui.clip_folding import ClipFolding
from momentry_desk.ui.painting import ARROW_WIDTH, mark_current, paint_arrow, paint_no_picture, write_line
from momentry_desk.ui.rows_model import NOWHERE, AnyIndex, KeptSelection, RowsModel, current, selected
from momentry_desk.ui.sorted_rows import SortedRows
from momentry_desk.ui.theme import SMALL_PX, Theme, text_font
from momentry_desk.ui.thumbnails import Thumbnails

translate = QCoreApplication.translate

VIDEO_ROLE = int(Qt.ItemDataRole.UserRole)
_SCANNING_ROLE = VIDEO_ROLE + 1
_ROW = 45
_THUMB = QSize(54, 32)
#: Decoded thumbnails that are kept; a screen shows about twenty.
_THUMBS_KEPT = 300
_HINT_HEIGHT = 84


class LibraryModel(RowsModel[VideoRow]):
    """Videos, the latest first. It also knows which of them are being scanned now."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.folding = ClipFolding()
        super().__init__(SortedRows(lambda row: row.file_uuid, self.folding.key), lambda row: row.file_uuid, parent)
        self.show_only(self.folding.in_sight)
        # The video of each running task, and whether it stands still.
        self._scanning: dict[str, tuple[str, bool]] = {}

    def apply(self, upserted: Sequence[VideoRow], removed: Iterable[str] = ()) -> None:
        gone = tuple(removed)
        super().apply([*upserted, *self.folding.take(upserted, gone)], gone)

    def fold(self, row: VideoRow, *, opened: bool) -> None:
        """Unfold the clip that this video is part of, or fold it."""
        super().apply(self.folding.fold(row, opened=opened))

    def place_of(self, identity: str) -> int | None:
        """Where the row stands that shows this video; None where there is none."""
        place = super().place_of(identity)
        return super().place_of(self.folding.head(identity)) if place is None else place

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else 1

    def watch(self, upserted: Sequence[TaskRow], removed: Iterable[str]) -> None:
        """Take from the queue's changes which videos are being scanned."""
        touched = {gone[0] for task_id in removed if (gone := self._scanning.pop(task_id, None))}
        for row in upserted:
            if row.status is TaskStatus.PROCESSING:
                now = (row.file_uuid, row.suspended)
                if self._scanning.get(row.task_id) != now:
                    self._scanning[row.task_id] = now
                    touched.add(row.file_uuid)
            elif self._scanning.pop(row.task_id, None):
                touched.add(row.file_uuid)
        for file_uuid in touched:
            place = self.place_of(file_uuid)
            if place is not None:
                self.dataChanged.emit(self.index(place, 0), self.index(place, 0))

    def data(self, index: AnyIndex, role: int = 0) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.folding.name(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.folding.name(row)}, {self.summary(row)}"
            case Qt.ItemDataRole.ToolTipRole:
                parts = (readable(row.path), self.summary(row), words.same_content(row.other_paths))
                return "\n".join(part for part in parts if part)
        if role == VIDEO_ROLE:
            return row
        return self._scans(row, still=False) if role == _SCANNING_ROLE else None

    def _scans(self, row: VideoRow, *, still: bool) -> bool:
        return any((part.file_uuid, still) in self._scanning.values() for part in self.folding.parts(row))

    def summary(self, row: VideoRow) -> str:
        """The second line: length, and what is known or happening."""
        row = self.folding.merged(row)
        if row.missing:
            return translate("Library", "not connected")
        chapters = self.folding.chapters(row)
        parts: list[str] = [chapters] if chapters else []
        if row.media is not None and row.media.duration_s is not None:
            parts.append(words.length(row.media.duration_s))
        if row.problem is not None:
            parts.append(translate("Library", "cannot be read"))
        elif self._scans(row, still=False):
            parts.append(translate("Library", "scanning"))
        elif self._scans(row, still=True):
            parts.append(translate("Library", "paused"))
        elif set(BUILTIN_PROCESSORS) <= set(row.scanned):
            parts.append(translate("Library", "scanned"))
        elif row.scanned:
            parts.append(words.listed([words.processor(name) for name in row.scanned]))
        elif row.media is None:
            parts.append(translate("Library", "being looked at"))
        return " · ".join(parts)


class Decoded:
    """JPEGs decoded once, the least used dropped first."""

    def __init__(self, kept: int = _THUMBS_KEPT) -> None:
        self._kept = kept
        self._made: OrderedDict[tuple[str, int, float], QPixmap] = OrderedDict()

    def get(self, identity: str, jpeg: bytes, size: QSize, scale: float) -> QPixmap:
        """The picture filling `size`, cut where its shape differs; null where the JPEG is none."""
        key = (identity, len(jpeg), scale)
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        made = QPixmap()
        if jpeg:
            made.loadFromData(jpeg)
        if not made.isNull():
            made = filling(made, size, scale)
        self._made[key] = made
        if len(self._made) > self._kept:
            self._made.popitem(last=False)
        return made


def filling(picture: QPixmap, size: QSize, scale: float) -> QPixmap:
    """The picture scaled to fill `size` (device-independent) at a device pixel ratio, its overhang cut off."""
    target = size * scale
    scaled = picture.scaled(
        target, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    cut = scaled.copy(
        (scaled.width() - target.width()) // 2,
        (scaled.height() - target.height()) // 2,
        target.width(),
        target.height(),
    )
    cut.setDevicePixelRatio(scale)
    return cut


class LibraryDelegate(QStyledItemDelegate):
    """Draws thumbnail, name and summary."""

    def __init__(
        self, model: LibraryModel, theme: Theme, thumbnails: Thumbnails, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._thumbnails = thumbnails
        self._decoded = Decoded()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(120, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(VIDEO_ROLE)
        if not isinstance(row, VideoRow):
            return
        t = self._theme.tokens
        state: QStyle.StateFlag = option.state
        rect = QRectF(option.rect)
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, t.selection)
        part = self._model.folding.is_open(row) and not self._model.folding.is_head(row)
        if self._model.folding.is_head(row):
            paint_arrow(painter, rect, t.colour("mute"), opened=self._model.folding.is_open(row))
        thumb = QRectF(
            rect.left() + (28 if part else 12),
            rect.center().y() - _THUMB.height() / 2,
            _THUMB.width(),
            _THUMB.height(),
        )
        device = painter.device()
        scale = device.devicePixelRatio() if device is not None else 1.0
        jpeg = self._thumbnails.get(row.file_uuid)
        self._picture(painter, thumb, self._decoded.get(row.file_uuid, jpeg, _THUMB, scale), row)
        left = thumb.right() + 9
        name = QRectF(left, rect.top() + 5, rect.right() - left - 10, 18)
        painter.setFont(text_font(font))
        colour = t.colour("mute" if row.missing else "text")
        write_line(painter, name, self._model.folding.title(row), colour, cut=Qt.TextElideMode.ElideMiddle)
        below = QRectF(left, rect.top() + 22, name.width(), 17)
        painter.setFont(text_font(font, px=SMALL_PX))
        colour = t.colour("bad" if row.problem else "warn" if row.missing else "mute")
        write_line(painter, below, self._model.summary(row), colour)
        painter.restore()

    def _picture(self, painter: QPainter, box: QRectF, picture: QPixmap, row: VideoRow) -> None:
        t = self._theme.tokens
        shape = QPainterPath()
        shape.addRoundedRect(box, 3, 3)
        if picture.isNull():
            painter.fillPath(shape, t.colour("raised"))
            sound = row.media is not None and not row.media.has_video
            paint_no_picture(painter, box, t.colour("faint"), sound=sound)
            return
        painter.save()
        painter.setClipPath(shape)
        if row.missing:
            painter.setOpacity(0.45)
        painter.drawPixmap(box.topLeft(), picture)
        painter.restore()


class LibraryList(QTableView):
    """The videos, and under the last one, where there is room, a reminder that anything can be dropped.

    A table of one column: a list view asks for every row at each change, which takes a second for 100,000.
    """

    menu_asked = Signal(QPoint)

    def __init__(
        self, model: LibraryModel, theme: Theme, thumbnails: Thumbnails, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.setModel(model)
        self.setItemDelegate(LibraryDelegate(model, theme, thumbnails, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_ROW)
        # As in the queue's table: the headers must not look through the whole selection at each change.
        for header in (rows, self.horizontalHeader()):
            header.setSelectionModel(QItemSelectionModel(model, self))
        self._kept = KeptSelection(model, self, lambda row: row.file_uuid)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._model.row_at(self.indexAt(event.position().toPoint()))
        if row is not None and self._model.folding.is_head(row) and event.position().x() <= ARROW_WIDTH:
            self._model.fold(row, opened=not self._model.folding.is_open(row))
            event.accept()
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self._model.row_at(self.currentIndex())
        clip = row is not None and self._model.folding.clip_of(row) is not None
        if clip and row is not None and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._model.fold(row, opened=event.key() == Qt.Key.Key_Right)
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.selectionModel().hasSelection():
            self.menu_asked.emit(event.globalPos())
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        mark_current(self, self._theme.tokens.colour("accent"))
        used = self.model().rowCount() * _ROW
        if used + _HINT_HEIGHT + 24 > self.viewport().height():
            return
        t = self._theme.tokens
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(12.5, used + 12.5, self.viewport().width() - 25, _HINT_HEIGHT)
        pen = QPen(t.blend("mute", "panel", 0.45), 1, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(t.colour("mute"))
        painter.setFont(text_font(self.font(), px=SMALL_PX))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(
            box.adjusted(16, 8, -16, -8), flags, self.tr("Drop videos or folders anywhere in this window")
        )
        painter.end()


class LibraryPane(QWidget):
    """Heading and list. Signals as those of the queue's pane."""

    selection_changed = Signal()
    menu_asked = Signal(QPoint)

    def __init__(
        self, model: LibraryModel, theme: Theme, thumbnails: Thumbnails, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("libraryPane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self._heading = QLabel()
        self._heading.setProperty("role", "heading")
        self._heading.setContentsMargins(12, 8, 12, 8)
        self.list = LibraryList(model, theme, thumbnails)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._heading)
        layout.addWidget(self.list, 1)
        self.list.menu_asked.connect(self.menu_asked)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        for changed in (model.rowsInserted, model.rowsRemoved, model.layoutChanged):
            changed.connect(self._recount)
        theme.changed.connect(self.list.viewport().update)
        thumbnails.arrived.connect(lambda _: self.list.viewport().update())
        self._retranslate()

    def selected_videos(self) -> tuple[VideoRow, ...]:
        """The selected videos, from top to bottom; all parts of a folded clip."""
        chosen = selected(self._model, self.list)
        return tuple({part.file_uuid: part for row in chosen for part in self._model.folding.parts(row)}.values())

    def current_video(self) -> VideoRow | None:
        """The selected video that was touched last; None where nothing is selected."""
        return current(self._model, self.list)

    def select(self, file_uuid: str) -> None:
        """Select one video and bring it into sight."""
        place = self._model.place_of(file_uuid)
        if place is not None:
            index = self._model.index(place, 0)
            self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.list.scrollTo(index)

    def _recount(self) -> None:
        count = self._model.rowCount()
        heading = self.tr("LIBRARY")
        self._heading.setText(f"{heading} · {words.number(count)}" if count else heading)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.list.setAccessibleName(self.tr("Library"))
        self.list.setAccessibleDescription(self.tr("Every video that was added, with what has been scanned of it"))
        self._recount()
        self.list.viewport().update()

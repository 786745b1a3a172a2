"""Takes in what the engine tells in its order, and what is large in pieces, so that the window stays at hand."""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

Row = TypeVar("Row")
Piece = tuple[tuple[Row, ...], tuple[str, ...]]

#: Rows taken in between two looks at what else there is to do: some 5 ms of work.
AT_ONCE = 500


class Intake(QObject, Generic[Row]):
    """`hand_on` gets rows that are new or changed and the ids of those removed. Many rows that are new come in
    pieces, and whatever is told meanwhile waits its turn; `under_way` tells when that begins and ends."""

    under_way = Signal(bool)

    def __init__(
        self,
        hand_on: Callable[[tuple[Row, ...], tuple[str, ...]], None],
        is_known: Callable[[Row], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._hand_on = hand_on
        self._is_known = is_known
        self._waiting: deque[Piece[Row]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def take(self, upserted: tuple[Row, ...], removed: tuple[str, ...]) -> None:
        """At once, where nothing waits and it is little; otherwise soon."""
        pieces = self._in_pieces(upserted, removed)
        if not self._waiting and len(pieces) == 1:
            self._hand_on(upserted, removed)
            return
        begins = not self._waiting
        self._waiting.extend(pieces)
        if begins:
            self.under_way.emit(True)
            # What is in sight comes without delay.
            self._go_on()
            self._timer.start()

    def _in_pieces(self, upserted: tuple[Row, ...], removed: tuple[str, ...]) -> list[Piece[Row]]:
        # Rows that are there already are put into place all at once, which costs less than in pieces.
        if len(upserted) <= AT_ONCE or sum(map(self._is_known, upserted)) * 2 > len(upserted):
            return [(upserted, removed)]
        pieces: list[Piece[Row]] = [((), removed)] if removed else []
        return pieces + [(upserted[begin : begin + AT_ONCE], ()) for begin in range(0, len(upserted), AT_ONCE)]

    def _go_on(self) -> None:
        upserted, removed = self._waiting.popleft()
        self._hand_on(upserted, removed)
        if not self._waiting:
            self._timer.stop()
            self.under_way.emit(False)

    def stop(self) -> None:
        """Take nothing in any more."""
        self._timer.stop()
        self._waiting.clear()

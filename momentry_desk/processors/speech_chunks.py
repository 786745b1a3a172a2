"""Decides where sound is cut into chunks for recognition: at silences, never longer than the recogniser's window.

Works on the voice's probability of each 32 ms window alone. What it decides about the windows from a cut on
depends on nothing before it but whether a voice was heard there, so a scan can be taken up at any cut.
"""

from collections import deque

import msgspec

#: Seconds of one window.
WINDOW_S = 0.032

#: A voice begins at this probability and lasts until the lower one: the values of Silero's own segmentation.
VOICE_BEGINS = 0.5
VOICE_LASTS = 0.35

#: Windows kept around speech: 1 s, so that sentences stay as far apart as they were said. With 0.38 s, 31 instead
#: of 27 % of the words were wrong under noise 15 dB below them, and 21 instead of 17 % under noise 5 dB below.
PAD = 31

#: Most windows of padded speech in one chunk: 20 s. Whisper hears 30 s at once, but of 28 s it got a fifth more
#: words wrong, and took longer.
MAX_PACKED = 625

#: Most windows from a chunk's begin to its end, dropped silences included: 60 s. Bounds the memory.
MAX_SPAN = 1875

#: A silence of so many windows ends a chunk, full or not: 6 s.
CLOSING_SILENCE = 188

#: A chunk is not cut before so many windows of packed speech, if it can be helped: 10 s. Each chunk costs the
#: recogniser some seconds of silence behind it.
EARLIEST_CUT = 312

#: Where no silence is found, the cut falls on the least likely window of the last 5 s.
HARD_CUT_SEARCH = 156

#: A word is believed to begin and end at most so many windows beside the voice: 0.1 s.
VOICE_MARGIN = 3

#: A word that shares less than this with a voice is only stretched to it: seconds.
STRETCHED_S = 0.16

#: Chunks with fewer speech windows hold a click or a breath, no word: 0.22 s.
MIN_SPEECH = 7


class Piece(msgspec.Struct, frozen=True):
    """Windows [start, end) of a chunk that are recognised; what lies between pieces is silence."""

    start: int
    end: int


class Cut(msgspec.Struct, frozen=True):
    """The first `windows` windows are decided: `pieces` hold what is to be recognised, maybe nothing; `voice` is
    where in them a voice is."""

    windows: int
    pieces: tuple[Piece, ...]
    voice: tuple[Piece, ...] = ()


class Chunker:
    """Takes one probability after another; `cut` is asked after each, until it answers None.

    What lies behind a cut goes through the same steps again one by one, as if the chunker were new there.
    """

    def __init__(self, *, speaking: bool = False) -> None:
        self._queue: deque[float] = deque()
        self._begin(speaking)

    def _begin(self, speaking: bool) -> None:
        self.speaking_before = speaking
        self._speaking = speaking
        self._probabilities: list[float] = []
        self._flags: list[bool] = []
        self._packed = 0
        self._last_speech: int | None = None
        self._speech = 0

    def push(self, probability: float) -> None:
        self._queue.append(probability)

    def _take(self, probability: float) -> None:
        self._speaking = probability >= (VOICE_LASTS if self._speaking else VOICE_BEGINS)
        index = len(self._flags)
        if self._speaking:
            if self._last_speech is None:
                self._packed = min(PAD, index) + 1
            else:
                self._packed += min(index - self._last_speech - 1, 2 * PAD) + 1
            self._last_speech = index
            self._speech += 1
        self._probabilities.append(probability)
        self._flags.append(self._speaking)

    def cut(self) -> Cut | None:
        """A decision about the first windows, which are then forgotten; None while nothing is decided."""
        while self._queue:
            self._take(self._queue.popleft())
            place = self._place()
            if place is not None:
                return self._close(place)
        return None

    def _place(self) -> int | None:
        """Up to which window all is decided."""
        length = len(self._flags)
        if self._last_speech is None:
            # Silence so far: only what would pad a beginning voice stays.
            return length - PAD if length > PAD else None
        if length - self._last_speech > CLOSING_SILENCE:
            return length - PAD
        if self._packed + PAD > MAX_PACKED or length >= MAX_SPAN:
            return self._best_place()
        return None

    def rest(self) -> Cut:
        """Decide on everything: the sound has ended, and `cut` has answered None."""
        return self._close(len(self._flags))

    def _close(self, windows: int) -> Cut:
        enough = sum(self._flags[:windows]) >= MIN_SPEECH
        flags = self._flags[:windows]
        made = Cut(windows, _pieces(flags), _pieces(flags, pad=0)) if enough else Cut(windows, ())
        speaking = self._flags[windows - 1] if windows else self.speaking_before
        self._queue.extendleft(reversed(self._probabilities[windows:]))
        self._begin(speaking)
        return made

    def _best_place(self) -> int:
        """The middle of the longest silence past `EARLIEST_CUT`; else the least likely window near the end."""
        best: tuple[int, int] | None = None
        packed, silent, earliest = 0, 0, None
        for index, flag in enumerate([*self._flags, True]):
            if not flag:
                silent += 1
                continue
            if silent and earliest is not None and (best is None or silent >= best[0]):
                best = (silent, index - silent // 2 - 1)
            packed += 1 + min(silent, 2 * PAD)
            silent = 0
            if earliest is None and packed >= EARLIEST_CUT:
                earliest = index
        if best is not None:
            return max(1, best[1])
        begin = max(1, len(self._flags) - HARD_CUT_SEARCH)
        return min(range(begin, len(self._flags)), key=lambda index: self._probabilities[index])


def _pieces(flags: list[bool], pad: int = PAD) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for index, flag in enumerate(flags):
        if not flag:
            continue
        start, end = max(0, index - pad), min(len(flags), index + 1 + pad)
        if pieces and start <= pieces[-1].end:
            pieces[-1] = Piece(pieces[-1].start, end)
        else:
            pieces.append(Piece(start, end))
    return tuple(pieces)


def original_span(pieces: tuple[Piece, ...], start_s: float, end_s: float) -> tuple[float, float]:
    """Where a word of the joined pieces lies in the chunk: both in seconds, from the begin of either.

    A word that the recogniser stretches over a seam belongs to the piece that holds most of it, not to the silence
    between. `pieces` is not empty.
    """
    best: tuple[float, float, float] | None = None
    before = 0.0
    for piece in pieces:
        length = (piece.end - piece.start) * WINDOW_S
        first, last = max(start_s - before, 0.0), min(end_s - before, length)
        shared = last - first
        if best is None or shared > best[0]:
            begin = piece.start * WINDOW_S
            first = min(first, length)
            best = (shared, begin + first, begin + max(first, last))
        before += length
    if best is None:
        raise ValueError("a chunk without pieces holds no words")
    return best[1], best[2]


def voiced_start(voice: tuple[Piece, ...], start_s: float, end_s: float) -> float:
    """Where a word begins without the silence that the recogniser counts to it, in seconds from the chunk's begin.

    Its end stays as heard: a pause within a sentence must not tear it. Unchanged where no voice is, as the
    recogniser may hear what the detector does not.
    """
    shared: list[tuple[float, float]] = []
    for span in voice:
        if (share := min(span.end * WINDOW_S, end_s) - max(span.start * WINDOW_S, start_s)) > 0:
            shared.append(((span.start - VOICE_MARGIN) * WINDOW_S, share))
    enough = min(STRETCHED_S, max((share for _, share in shared), default=0.0))
    return max(start_s, next((begin for begin, share in shared if share >= enough), start_s))

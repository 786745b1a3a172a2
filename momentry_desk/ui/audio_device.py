"""The machine's sound output, if it has one. QtMultimedia takes 0.2 seconds to load, so it waits until then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLoggingCategory, qInstallMessageHandler

from momentry_desk.ui.sound import FRAME_BYTES, RATE_HZ

if TYPE_CHECKING:
    from PySide6.QtCore import QIODevice
    from PySide6.QtMultimedia import QAudioFormat, QAudioSink

#: Short, so that what is heard is near to what was handed over; long enough for a window that is busy. Seconds.
_BUFFER_S = 0.2


class AudioDevice:
    """The default output, as `sound.Device`."""

    def __init__(self, sink: QAudioSink) -> None:
        self._sink = sink
        self._sink.setBufferSize(int(_BUFFER_S * RATE_HZ) * FRAME_BYTES)
        self._feed: QIODevice | None = None

    def start(self) -> None:
        self._feed = self._sink.start()

    def stop(self) -> None:
        self._feed = None
        self._sink.reset()

    def write(self, data: bytes) -> int:
        return self._feed.write(data) if self._feed is not None else 0

    def room(self) -> int:
        return self._sink.bytesFree() if self._feed is not None else 0

    def waiting(self) -> int:
        return self._sink.bufferSize() - self._sink.bytesFree() if self._feed is not None else 0


def open_audio_device() -> AudioDevice | None:
    """The default output; None where the machine has none that takes 16-bit stereo."""
    # Where no sound server runs Qt complains at length on stderr. It is an ordinary state, which the player tells.
    QLoggingCategory.setFilterRules("qt.multimedia.*=false")
    former = qInstallMessageHandler(lambda *_: None)
    try:
        from PySide6.QtMultimedia import QAudioSink, QMediaDevices

        output = QMediaDevices.defaultAudioOutput()
        wanted = _format()
        if output.isNull() or not output.isFormatSupported(wanted):
            return None
        return AudioDevice(QAudioSink(output, wanted))
    except ImportError:
        # The library of the sound server is not installed.
        return None
    finally:
        qInstallMessageHandler(former)


def _format() -> QAudioFormat:
    from PySide6.QtMultimedia import QAudioFormat

    made = QAudioFormat()
    made.setSampleRate(RATE_HZ)
    made.setChannelCount(2)
    made.setSampleFormat(QAudioFormat.SampleFormat.Int16)
    return made

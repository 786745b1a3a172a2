"""Speech of the sound track that a person chose is found, by the real worker."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from momentry_desk.core.findings import SpeechSegment
from momentry_desk.engine.engine import Engine
from momentry_desk.engine.worker_command import WorkerCommand

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample.mp4"
SECONDS = 4
RATE = 16_000


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Silence as the first track, the sample's first sentence as the second."""
    path = tmp_path / "two tracks.mkv"
    with av.open(str(SAMPLE)) as source, av.open(str(path), "w") as made:
        silent, spoken = (made.add_stream("pcm_s16le", rate=RATE, layout="mono") for _ in range(2))
        to_mono = av.AudioResampler("s16", "mono", RATE)
        pieces = [one.to_ndarray()[0] for frame in source.decode(audio=0) for one in to_mono.resample(frame)]
        words = np.concatenate(pieces)[: SECONDS * RATE]
        for begin in range(0, len(words), RATE):
            for stream, samples in ((silent, np.zeros_like(words)), (spoken, words)):
                piece = av.AudioFrame.from_ndarray(samples[None, begin : begin + RATE], "s16", "mono")
                piece.sample_rate, piece.pts, piece.time_base = RATE, begin, Fraction(1, RATE)
                made.mux(stream.encode(piece))
    return path


@pytest.fixture
def engine(tmp_path: Path, weights: Path, no_leftovers: None) -> Iterator[Engine]:
    made = Engine(tmp_path / "data", launcher=WorkerCommand.own())
    made.start().result(20)
    yield made
    assert made.stop()


@pytest.mark.weights
def test_speech_of_the_chosen_track_is_found(engine: Engine, film: Path, wait_until: Callable[..., None]) -> None:
    (video,) = engine.add([str(film)], scan=False).result(60).file_uuids

    def probed() -> bool:
        media = engine.videos_of((video,)).result(10)[0].media
        return media is not None and len(media.audio_tracks) == 2

    wait_until(probed, 60, "the probe")
    assert engine.audio.choose(video, 1, folder=True).result(10)

    def spoken() -> str:
        found = engine.findings(video, ("speech",)).result(10)
        return " ".join(one.text for one in found if isinstance(one, SpeechSegment)).lower()

    engine.submit((video,), processors=("asr",)).result(10)
    wait_until(lambda: all(row.status.ended for row in engine.rows().result(10)), 120, "the scan")
    assert "welcome to our little movie" in spoken()
    assert engine.moments.search("little movie").result(10).hits[0].file_uuid == video

"""Hears speech: sound comes in blocks, is cut at silences, and each chunk goes through Whisper once.

Decoding never samples: a failed one is tried again with repetitions forbidden instead of at a higher temperature,
because the library's random numbers cannot be seeded and a resumed scan must equal an undisturbed one. One chunk at
a time costs no more than batches of four (measured: 7.6 against 8.6 CPU seconds for 109 s) and keeps the mark near.
"""

import concurrent.futures
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from momentry_desk.core.findings import SpeechSegment, Word
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_VERSIONS
from momentry_desk.processors import speech_lines
from momentry_desk.processors.base import SAMPLE_RATE, AudioRun, Context, ProcessorTrouble
from momentry_desk.processors.speech_chunks import Chunker, Cut, Piece, original_span
from momentry_desk.processors.speech_detection import WINDOW, Memory, SpeechDetector
from momentry_desk.processors.speech_lines import Heard

if TYPE_CHECKING:
    from momentry_desk.processors.base import Samples

DEFAULT_MODEL = "base"

#: Width of the search. 5 is what Whisper was measured with.
_BEAM = 5

#: The language is settled by a chunk with this much speech and this probability. Until then each chunk has its own.
_SETTLING_SPEECH_S = 5.0
_SETTLING_PROBABILITY = 0.6

#: Another language than the settled one is believed for a chunk from this probability on.
_OTHER_LANGUAGE_PROBABILITY = 0.8

#: How often a long recognition gives a sign of life.
_ALIVE_S = 0.5


class _State(msgspec.Struct, frozen=True):
    """A checkpoint's content: where the mark is and all that is known there."""

    origin_s: float
    mark_samples: int
    memory: Memory
    speaking: bool
    language: str
    language_probability: float


class Recogniser:
    """A loaded Whisper model, from a local folder and never from the network."""

    def __init__(self, folder: Path, threads: int) -> None:
        # Read by the hub's library when it is imported; nothing here may go online.
        os.environ["HF_HUB_OFFLINE"] = "1"
        from faster_whisper import BatchedInferencePipeline, WhisperModel

        # Without its tokenizer the library would ask the hub for one.
        if not (folder / "tokenizer.json").is_file():
            raise ProcessorTrouble(f"The speech model in {folder} has no tokenizer.json and cannot be used.")
        self._model: Any = WhisperModel(
            str(folder), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True
        )
        self._pipeline: Any = BatchedInferencePipeline(self._model)

    @property
    def multilingual(self) -> bool:
        return bool(self._model.model.is_multilingual)

    @property
    def languages(self) -> Sequence[str]:
        return tuple(self._model.supported_languages)

    def detect(self, samples: "Samples") -> tuple[str, float]:
        """The likeliest language and its probability."""
        if not self.multilingual:
            return "en", 1.0
        language, probability, _ = self._model.detect_language(samples)
        return str(language), float(probability)

    def hear(self, samples: "Samples", language: str, probability: float) -> Heard:
        """Recognise at most 30 s. A failed decoding is tried once more with repetitions forbidden."""
        heard = self._decode(samples, language, probability, no_repeat=0)
        if not heard.failed:
            return heard
        again = self._decode(samples, language, probability, no_repeat=3)
        return again if again.log_probability > heard.log_probability or not again.failed else heard

    def _decode(self, samples: "Samples", language: str, probability: float, no_repeat: int) -> Heard:
        found, _ = self._pipeline.transcribe(
            samples,
            language=language,
            beam_size=_BEAM,
            temperature=0.0,
            batch_size=1,
            vad_filter=False,
            clip_timestamps=[{"start": 0.0, "end": len(samples) / SAMPLE_RATE}],
            # Whole chunks, with times by word: less than a quarter of the errors that time tokens bring here.
            without_timestamps=True,
            word_timestamps=True,
            no_repeat_ngram_size=no_repeat,
        )
        segments = list(found)
        words = tuple(
            Word(float(word.start), float(word.end), str(word.word), float(word.probability))
            for segment in segments
            for word in segment.words or ()
        )
        return Heard(
            words=words,
            log_probability=min((float(segment.avg_logprob) for segment in segments), default=0.0),
            no_speech=max((float(segment.no_speech_prob) for segment in segments), default=1.0),
            language=language,
            language_probability=probability,
        )


class AsrProcessor:
    """Speech to text. Options: `model` ("base", "tiny.en"), `language` (a code such as "de"; unset: detected)."""

    name = "asr"
    version = PROCESSOR_VERSIONS["asr"]
    stream: Literal["audio"] = "audio"

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, int], Recogniser] = {}
        self._detector: SpeechDetector | None = None

    def models(self, options: Mapping[str, OptionValue]) -> Sequence[str]:
        return (f"whisper-{options.get('model') or DEFAULT_MODEL}",)

    def begin(self, context: Context) -> AudioRun:
        (model,) = self.models(context.options)
        folder = context.weights(model)
        key = (str(folder), context.threads)
        if key not in self._loaded:
            # One model at a time: a second one would double the memory.
            self._loaded = {key: Recogniser(folder, context.threads)}
        recogniser = self._loaded[key]
        self._detector = self._detector or SpeechDetector()
        language = str(context.options.get("language") or "")
        if language and language not in recogniser.languages:
            raise ProcessorTrouble(
                f"The speech model {model} does not know the language {language!r}. "
                "Correct the setting processors.asr.language, or leave it out to have it detected."
            )
        return _AsrRun(context, recogniser, self._detector, language)


class _AsrRun:
    def __init__(
        self, context: Context, recogniser: Recogniser, detector: SpeechDetector, fixed_language: str
    ) -> None:
        self._context = context
        self._recogniser = recogniser
        self._detector = detector
        self._fixed = fixed_language
        self._origin_s: float | None = None
        self._mark_samples = 0
        self._language = ""
        self._language_probability = 0.0
        self._chunker = Chunker()
        # From the mark on: each window's samples, and the memory before it.
        self._windows: list[Samples] = []
        self._memories: list[Memory] = []
        self._memory = Memory()
        self._partial: Samples | None = None

    @property
    def mark_s(self) -> float:
        if self._origin_s is None:
            return 0.0
        return self._origin_s + self._mark_samples / SAMPLE_RATE

    def feed(self, time_s: float, samples: "Samples") -> Iterator[SpeechSegment]:
        import numpy as np

        if self._origin_s is None:
            self._origin_s = time_s
        if self._partial is not None:
            samples = np.concatenate([self._partial, samples])
        whole = len(samples) // WINDOW * WINDOW
        for start in range(0, whole, WINDOW):
            yield from self._take(samples[start : start + WINDOW])
        # A copy: the block belongs to the caller.
        self._partial = samples[whole:].copy() if whole < len(samples) else None

    def checkpoint(self) -> bytes:
        return msgspec.msgpack.encode(
            _State(
                origin_s=self._origin_s or 0.0,
                mark_samples=self._mark_samples,
                memory=self._memories[0] if self._memories else self._memory,
                speaking=self._chunker.speaking_before,
                language=self._language,
                language_probability=self._language_probability,
            )
        )

    def restore(self, state: bytes) -> None:
        known = msgspec.msgpack.decode(state, type=_State)
        if known.mark_samples:
            self._origin_s = known.origin_s
        self._mark_samples = known.mark_samples
        self._memory = known.memory
        self._chunker = Chunker(speaking=known.speaking)
        self._language = known.language
        self._language_probability = known.language_probability

    def finish(self, end_s: float) -> Iterable[SpeechSegment]:
        import numpy as np

        if self._partial is not None:
            padding = np.zeros(WINDOW - len(self._partial), np.float32)
            last, self._partial = np.concatenate([self._partial, padding]), None
            yield from self._take(last)
        for segment in self._decide(self._chunker.rest()):
            # The last window was filled up: no word may end behind the sound.
            yield _ending_by(segment, end_s)

    def _take(self, window: "Samples") -> Iterator[SpeechSegment]:
        probability, after = self._detector.probability(window, self._memory)
        self._windows.append(window.copy())
        self._memories.append(self._memory)
        self._memory = after
        self._chunker.push(probability)
        while (cut := self._chunker.cut()) is not None:
            yield from self._decide(cut)

    def _decide(self, cut: Cut) -> Iterator[SpeechSegment]:
        import numpy as np

        if cut.pieces:
            packed = np.concatenate([window for p in cut.pieces for window in self._windows[p.start : p.end]])
            heard = self._hear(packed)
            begin_s = self.mark_s
            words = tuple(_moved(word, cut.pieces, begin_s) for word in heard.words)
            yield from speech_lines.lines(msgspec.structs.replace(heard, words=words))
        del self._windows[: cut.windows]
        del self._memories[: cut.windows]
        self._mark_samples += cut.windows * WINDOW

    def _hear(self, samples: "Samples") -> Heard:
        """Recognise on a second thread, so that the sign of life goes on meanwhile."""
        with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="asr") as pool:
            future = pool.submit(self._recognise, samples)
            while True:
                self._context.alive()
                if concurrent.futures.wait([future], timeout=_ALIVE_S).done:
                    return future.result()

    def _recognise(self, samples: "Samples") -> Heard:
        if self._fixed:
            return self._recogniser.hear(samples, self._fixed, 1.0)
        if not self._language:
            language, probability = self._recogniser.detect(samples)
            if len(samples) >= _SETTLING_SPEECH_S * SAMPLE_RATE and probability >= _SETTLING_PROBABILITY:
                self._language, self._language_probability = language, probability
            return self._recogniser.hear(samples, language, probability)
        heard = self._recogniser.hear(samples, self._language, self._language_probability)
        if heard.log_probability >= speech_lines.SUSPICIOUS_LOG_PROBABILITY:
            return heard
        language, probability = self._recogniser.detect(samples)
        if language != self._language and probability >= _OTHER_LANGUAGE_PROBABILITY:
            return self._recogniser.hear(samples, language, probability)
        return msgspec.structs.replace(heard, language_probability=probability)


def _moved(word: Word, pieces: tuple[Piece, ...], begin_s: float) -> Word:
    start, end = original_span(pieces, word.start, word.end)
    return Word(round(begin_s + start, 3), round(begin_s + end, 3), word.text, round(word.probability, 4))


def _ending_by(segment: SpeechSegment, end_s: float) -> SpeechSegment:
    if segment.end <= end_s or segment.start >= end_s:
        return segment
    words = tuple(
        msgspec.structs.replace(word, end=max(word.start, min(word.end, end_s))) for word in segment.words
    )
    return msgspec.structs.replace(segment, end=end_s, words=words)

"""Hears speech: sound comes in blocks, is cut at silences, and each chunk goes through Whisper once.

Decoding never samples: a failed one is tried again with repetitions forbidden instead of at a higher temperature,
because the library's random numbers cannot be seeded and a resumed scan must equal an undisturbed one. One chunk at
a time costs no more than batches of four (measured: 7.6 against 8.6 CPU seconds for 109 s) and keeps the mark near.
"""

import concurrent.futures
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from momentry_desk.core import glossary
from momentry_desk.core.findings import SpeechSegment, Word
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import PROCESSOR_VERSIONS
from momentry_desk.core.sentences import Said, say
from momentry_desk.processors import speech_lines
from momentry_desk.processors.base import SAMPLE_RATE, AudioRun, Context, ProcessorTrouble
from momentry_desk.processors.devices import AUTO, CPU, Device, speech_device
from momentry_desk.processors.presets import BALANCED, FAST, THOROUGH, Preset, filled, number
from momentry_desk.processors.speech_chunks import Chunker, Cut, original_span, voiced_start
from momentry_desk.processors.speech_detection import WINDOW, Memory, SpeechDetector
from momentry_desk.processors.speech_lines import Heard

if TYPE_CHECKING:
    from momentry_desk.processors.base import Samples

DEFAULT_MODEL = "base"

#: Width of the search. 5 is what Whisper was measured with.
_BEAM = 5

#: Seconds that Whisper hears at once, and its frames a second.
WINDOW_S = 30.0
_FRAMES_PER_S = 100

#: `silence`: seconds of silence behind a chunk. From 5 s on nothing is lost to a whole window, also in noise; with
#: 1.5 s clean speech is read as well, but speech among other voices is not (word errors 24 instead of 18 %).
PRESETS: dict[str, Preset] = {
    FAST: {"beam": 1, "silence": 1.5},
    BALANCED: {"beam": _BEAM, "silence": 5.0},
    THOROUGH: {"beam": _BEAM, "silence": WINDOW_S},
}

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
    """A loaded Whisper model, from a local folder and never from the network.

    `beam` is the width of the search. Whisper hears windows of 30 s; a shorter chunk is followed by `silence_s` of
    silence only, which is much cheaper: 0.16 instead of 0.79 CPU seconds for 11 s and 5 s of silence.
    """

    beam = _BEAM
    silence_s = WINDOW_S
    #: Names and terms that it is told before each chunk.
    glossary: tuple[str, ...] = ()
    _frames = 0

    def __init__(self, folder: Path, threads: int, device: Device = CPU) -> None:
        # Read by the hub's library when it is imported; nothing here may go online.
        os.environ["HF_HUB_OFFLINE"] = "1"
        from faster_whisper import BatchedInferencePipeline, WhisperModel

        # Without its tokenizer the library would ask the hub for one.
        if not (folder / "tokenizer.json").is_file():
            raise ProcessorTrouble(say(Said.NO_TOKENIZER, path=folder))
        self._model: Any = WhisperModel(
            str(folder),
            device=device.name,
            compute_type="int8" if device == CPU else "int8_float16",
            cpu_threads=threads,
            local_files_only=True,
        )
        self._pipeline: Any = BatchedInferencePipeline(self._model)
        self._encode: Callable[[Any], Any] = self._model.encode
        self._encoded: tuple[Any, Any] | None = None
        # The library encodes the same chunk for the language, for the text, and for a second try.
        self._model.encode = self._encode_once

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
        self._begin(samples)
        # As the library prepares a chunk for recognition, so that both are equal.
        features = self._model.feature_extractor(samples)[..., :-1]
        language, probability, _ = self._model.detect_language(features=features)
        return str(language), float(probability)

    def hear(self, samples: "Samples", language: str, probability: float) -> Heard:
        """Recognise at most 30 s. A failed decoding is tried once more with repetitions forbidden."""
        self._begin(samples)
        heard = self._decode(samples, language, probability, no_repeat=0)
        if heard.failed:
            again = self._decode(samples, language, probability, no_repeat=3)
            if again.log_probability > heard.log_probability or not again.failed:
                heard = again
        return heard

    def tell(self, terms: Sequence[str]) -> int:
        """Use these names and terms from here on, as many of them as the model can take in; answers how many."""
        taken = len(terms)
        while taken and not self._fits(" " + ", ".join(terms[:taken])):
            taken -= 1
        self.glossary = tuple(terms[:taken])
        return taken

    def _fits(self, hotwords: str) -> bool:
        tokens = self._model.hf_tokenizer.encode(hotwords, add_special_tokens=False).ids
        return len(tokens) < int(self._model.max_length) // 2

    def _begin(self, samples: "Samples") -> None:
        seconds = min(WINDOW_S, len(samples) / SAMPLE_RATE + self.silence_s)
        # An even number: the network's first step takes two frames at once.
        self._frames = round(seconds * _FRAMES_PER_S / 2) * 2

    def _encode_once(self, features: Any) -> Any:
        import numpy as np

        wanted = np.ascontiguousarray(features.reshape(-1, *features.shape[-2:])[..., : self._frames])
        if self._encoded is None or not np.array_equal(self._encoded[0], wanted):
            self._encoded = wanted, self._encode(wanted)
        return self._encoded[1]

    def _decode(self, samples: "Samples", language: str, probability: float, no_repeat: int) -> Heard:
        found, _ = self._pipeline.transcribe(
            samples,
            language=language,
            beam_size=self.beam,
            temperature=0.0,
            batch_size=1,
            vad_filter=False,
            clip_timestamps=[{"start": 0.0, "end": len(samples) / SAMPLE_RATE}],
            # Whole chunks, with times by word: less than a quarter of the errors that time tokens bring here.
            without_timestamps=True,
            word_timestamps=True,
            no_repeat_ngram_size=no_repeat,
            # As a list: so names are spelt best. As an `initial_prompt` fewer of them were.
            hotwords=", ".join(self.glossary) or None,
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
    """Speech to text.

    Options: `preset`; `model` ("base", "tiny.en", "small", "large-v3-turbo"); `language` (a code such as "de";
    unset: detected); `device` ("auto", "cpu", "cuda"); `beam`, the width of the search (1 to 10); `silence`,
    seconds of silence that Whisper hears behind each chunk (0.5 to 30); `glossary`, names and terms it is told.
    """

    name = "asr"
    version = PROCESSOR_VERSIONS["asr"]
    stream: Literal["audio"] = "audio"

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, int, str], Recogniser] = {}
        self._detector: SpeechDetector | None = None

    def models(self, options: Mapping[str, OptionValue]) -> Sequence[str]:
        return (f"whisper-{options.get('model') or DEFAULT_MODEL}",)

    def begin(self, context: Context) -> AudioRun:
        options = filled(self.name, context.options, PRESETS)
        (model,) = self.models(options)
        recogniser = self._recogniser(context, context.weights(model), str(options.get("device") or AUTO))
        recogniser.beam = int(number(self.name, options, "beam", 1, 10))
        recogniser.silence_s = number(self.name, options, "silence", 0.5, WINDOW_S)
        try:
            terms = glossary.read(options.get("glossary"))
        except glossary.BadGlossary as error:
            raise ProcessorTrouble(str(error)) from error
        if (told := recogniser.tell(terms)) < len(terms):
            context.notice(say(Said.GLOSSARY_CUT, count=told))
        self._detector = self._detector or SpeechDetector()
        language = str(options.get("language") or "")
        if language and language not in recogniser.languages:
            raise ProcessorTrouble(say(Said.NO_SUCH_LANGUAGE, model=model, language=repr(language)))
        return _AsrRun(context, recogniser, self._detector, language)

    def _recogniser(self, context: Context, folder: Path, asked: str) -> Recogniser:
        device = speech_device(asked, context.notice)
        key = (str(folder), context.threads, device.name)
        if key not in self._loaded:
            # One model at a time: a second one would double the memory.
            self._loaded = {}
            try:
                self._loaded[key] = Recogniser(folder, context.threads, device)
            except (RuntimeError, ValueError) as error:
                if device == CPU:
                    raise
                context.notice(say(Said.GRAPHICS_CARD_FAILED, why=error))
                self._loaded[key] = Recogniser(folder, context.threads, CPU)
        return self._loaded[key]


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
        # Each window's samples, and the memory before it where it is known: where a block began.
        self._windows: list[Samples] = []
        self._memories: list[Memory | None] = []
        self._memory = Memory()
        # So many of the windows lie before the mark: from the first of them its memory can be found again.
        self._run_up = 0
        self._partial: Samples | None = None
        # One thread for all chunks: each new one may take its memory from another heap, which keeps it.
        self._pool = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="asr")

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
        if whole:
            yield from self._take(samples[:whole])
        # A copy: the block belongs to the caller.
        self._partial = samples[whole:].copy() if whole < len(samples) else None

    def checkpoint(self) -> bytes:
        return msgspec.msgpack.encode(
            _State(
                origin_s=self._origin_s or 0.0,
                mark_samples=self._mark_samples,
                memory=self._memory_at_mark(),
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

    def _take(self, samples: "Samples") -> Iterator[SpeechSegment]:
        probabilities, after = self._detector.probabilities(samples, self._memory)
        self._windows += list(samples.copy().reshape(-1, WINDOW))
        self._memories += [self._memory, *(None for _ in probabilities[1:])]
        self._memory = after
        for probability in probabilities:
            self._chunker.push(probability)
        while (cut := self._chunker.cut()) is not None:
            yield from self._decide(cut)

    def _decide(self, cut: Cut) -> Iterator[SpeechSegment]:
        import numpy as np

        if cut.pieces:
            first = self._run_up
            packed = np.concatenate(
                [window for p in cut.pieces for window in self._windows[first + p.start : first + p.end]]
            )
            heard = self._hear(packed)
            begin_s = self.mark_s
            words = tuple(_moved(word, cut, begin_s) for word in heard.words)
            yield from speech_lines.lines(msgspec.structs.replace(heard, words=words))
        self._mark_samples += cut.windows * WINDOW
        self._run_up += cut.windows
        # What lies before the last known memory up to the mark is of no more use.
        known = [place for place, memory in enumerate(self._memories[: self._run_up + 1]) if memory is not None]
        done = len(self._windows) if self._run_up == len(self._windows) else known[-1] if known else 0
        del self._windows[:done], self._memories[:done]
        self._run_up -= done

    def _memory_at_mark(self) -> Memory:
        import numpy as np

        if not self._windows:
            return self._memory
        first = self._memories[0]
        assert first is not None
        if not self._run_up:
            return first
        return self._detector.probabilities(np.concatenate(self._windows[: self._run_up]), first)[1]

    def _hear(self, samples: "Samples") -> Heard:
        """Recognise on a second thread, so that the sign of life goes on meanwhile."""
        self._context.alive()
        future = self._pool.submit(self._recognise, samples)
        try:
            while not concurrent.futures.wait([future], timeout=_ALIVE_S).done:
                self._context.alive()
        finally:
            # Called off as well: the next scan uses the same recogniser.
            concurrent.futures.wait([future])
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


def _moved(word: Word, cut: Cut, begin_s: float) -> Word:
    start, end = original_span(cut.pieces, word.start, word.end)
    start = voiced_start(cut.voice, start, end)
    return Word(round(begin_s + start, 3), round(begin_s + end, 3), word.text, round(word.probability, 4))


def _ending_by(segment: SpeechSegment, end_s: float) -> SpeechSegment:
    if segment.end <= end_s or segment.start >= end_s:
        return segment
    words = tuple(
        msgspec.structs.replace(word, end=max(word.start, min(word.end, end_s))) for word in segment.words
    )
    return msgspec.structs.replace(segment, end=end_s, words=words)

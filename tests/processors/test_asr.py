"""Speech is heard as a stream: the same wherever a scan is taken up, nothing from silence or from the network."""

import re
import shutil
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import jiwer
import numpy as np
import pytest
from numpy.typing import NDArray

from momentry_desk.core.findings import Finding, SpeechSegment, Word
from momentry_desk.core.messages import OptionValue
from momentry_desk.core.model import MediaInfo
from momentry_desk.footage.sound import SoundStream
from momentry_desk.processors import asr, weight_files
from momentry_desk.processors.asr import AsrProcessor, Recogniser
from momentry_desk.processors.base import SAMPLE_RATE, AudioRun, Context, MissingModel, ProcessorTrouble, Yield
from momentry_desk.processors.speech_chunks import PAD, WINDOW_S
from momentry_desk.processors.speech_detection import WINDOW, Memory, SpeechDetector
from momentry_desk.processors.speech_lines import Heard

Samples = NDArray[np.float32]
MEDIA = MediaInfo("wav", None, has_video=False, has_audio=True)


def speech_only(found: Iterable[Yield]) -> list[SpeechSegment]:
    return [segment for segment in found if isinstance(segment, SpeechSegment)]


def blocks(samples: Samples, from_s: float = 0.0, size: int = SAMPLE_RATE) -> Iterator[tuple[float, Samples]]:
    for start in range(round(from_s * SAMPLE_RATE), len(samples), size):
        yield start / SAMPLE_RATE, samples[start : start + size]


def hear(run: AudioRun, sound: Iterable[tuple[float, Samples]]) -> list[SpeechSegment]:
    made: list[Yield] = []
    end_s = 0.0
    for time_s, block in sound:
        made += run.feed(time_s, block)
        end_s = time_s + len(block) / SAMPLE_RATE
    made += run.finish(end_s)
    return speech_only(made)


class LoudnessDetector(SpeechDetector):
    """A voice is what is loud; the memory counts windows, so that a lost one is noticed."""

    def __init__(self) -> None:
        pass

    def probabilities(self, samples: Samples, memory: Memory) -> tuple[list[float], Memory]:
        count = int.from_bytes(memory.hidden[:8], "little")
        loud = []
        for window in samples.reshape(-1, WINDOW):
            count += 1
            loud.append(float(min(1.0, np.abs(window).max() + 0.02 * (count % 3))))
        hidden = count.to_bytes(8, "little") + memory.hidden[8:]
        return loud, Memory(hidden, memory.cell, samples[-64:].tobytes())


class LoudnessRecogniser(Recogniser):
    """One word for each half second of what it hears, named by its loudness."""

    def __init__(self) -> None:
        self.heard_s: list[float] = []

    def detect(self, samples: Samples) -> tuple[str, float]:
        return "en", 0.9

    def hear(self, samples: Samples, language: str, probability: float) -> Heard:
        self.heard_s.append(len(samples) / SAMPLE_RATE)
        half = SAMPLE_RATE // 2
        words = tuple(
            Word(at / SAMPLE_RATE, (at + half) / SAMPLE_RATE, f" {np.abs(samples[at : at + half]).mean():.4f}", 0.9)
            for at in range(0, len(samples) - half, half)
        )
        return Heard(words, -0.2, 0.01, language, probability)


def scripted_run(recogniser: Recogniser | None = None, language: str = "") -> AudioRun:
    return asr._AsrRun(Context(media=MEDIA), recogniser or LoudnessRecogniser(), LoudnessDetector(), language)


def loudness(*parts: tuple[float, float]) -> Samples:
    random = np.random.default_rng(1)
    made = [level * random.uniform(0.9, 1.0, round(seconds * SAMPLE_RATE)) for seconds, level in parts]
    return np.concatenate(made).astype(np.float32)


SPEECH = loudness((3, 0.0), (5, 0.9), (8, 0.01), (20, 0.8), (0.5, 0.1), (25, 0.95), (1, 0.02), (12, 0.7), (9, 0.0))


def test_a_scan_taken_up_at_any_checkpoint_equals_an_undisturbed_one() -> None:
    whole = scripted_run()
    undisturbed = hear(whole, blocks(SPEECH))
    assert len(undisturbed) > 5
    run = scripted_run()
    found: list[SpeechSegment] = []
    marks = set()
    for time_s, block in blocks(SPEECH):
        found += speech_only(run.feed(time_s, block))
        if run.mark_s in marks:
            continue
        marks.add(run.mark_s)
        later = scripted_run()
        later.restore(run.checkpoint())
        assert later.mark_s == run.mark_s
        assert found + hear(later, blocks(SPEECH, later.mark_s)) == undisturbed
        assert later.checkpoint() == whole.checkpoint(), "what it remembers differs"
    assert len(marks) > 5


def test_the_size_of_the_blocks_changes_nothing() -> None:
    undisturbed = hear(scripted_run(), blocks(SPEECH))
    assert hear(scripted_run(), blocks(SPEECH, size=777)) == undisturbed


def test_silence_is_never_recognised_and_leaves_the_mark_close_behind() -> None:
    recogniser = LoudnessRecogniser()
    run = scripted_run(recogniser)
    for time_s, block in blocks(loudness((120, 0.01))):
        assert not list(run.feed(time_s, block))
        assert time_s + 1 - run.mark_s < (PAD + 1) * WINDOW_S
    assert list(run.finish(120.0)) == []
    assert recogniser.heard_s == []


def test_no_chunk_is_longer_than_what_the_recogniser_hears_at_once() -> None:
    recogniser = LoudnessRecogniser()
    hear(scripted_run(recogniser), blocks(loudness((200, 0.9))))
    assert max(recogniser.heard_s) <= 30
    assert sum(recogniser.heard_s) == pytest.approx(200, abs=0.1)


def test_words_keep_their_time_across_dropped_silence() -> None:
    segments = hear(scripted_run(), blocks(loudness((2, 0.0), (3, 0.9), (5, 0.0), (3, 0.9), (8, 0.0))))
    # Each word lasts half a second, and so much around the voice is heard.
    around_s = PAD * WINDOW_S + 0.5
    for segment in segments:
        assert any(
            begin_s - around_s <= segment.start < segment.end <= end_s + around_s
            for begin_s, end_s in ((2.0, 5.0), (10.0, 13.0))
        )


def test_no_word_ends_behind_the_sound() -> None:
    segments = hear(scripted_run(), blocks(loudness((4.99, 0.9))))
    assert max(segment.end for segment in segments) <= 4.99


def test_no_sound_at_all_ends_well() -> None:
    assert list(scripted_run().finish(0.0)) == []


def test_the_language_is_settled_by_the_first_long_chunk_and_kept_in_the_checkpoint() -> None:
    class Wavering(LoudnessRecogniser):
        answers: tuple[str, ...] = ("en", "fr", "de")

        def detect(self, samples: Samples) -> tuple[str, float]:
            language, self.answers = self.answers[0], self.answers[1:]
            return language, 0.9

    sound = loudness((1, 0.9), (8, 0.0), (20, 0.9), (8, 0.0), (20, 0.9), (8, 0.0))
    segments = hear(scripted_run(Wavering()), blocks(sound))
    # The first second is too short to settle anything; the next chunk settles it for good.
    assert [segment.language for segment in segments if segment.start < 5] == ["en"]
    assert {segment.language for segment in segments if segment.start > 5} == {"fr"}


def test_a_failed_decoding_is_tried_once_more_and_the_better_one_taken() -> None:
    class Repeating(Recogniser):
        def __init__(self) -> None:
            self.tries: list[int] = []

        def _decode(self, samples: Samples, language: str, probability: float, no_repeat: int) -> Heard:
            self.tries.append(no_repeat)
            text = "oh no " * 60 if not no_repeat else "oh no what now"
            words = tuple(Word(0.1 * n, 0.1 * n + 0.1, f" {word}", 0.9) for n, word in enumerate(text.split()))
            return Heard(words, -0.3, 0.1, language, probability)

    repeating = Repeating()
    assert repeating.hear(np.zeros(WINDOW, np.float32), "en", 1.0).text == " oh no what now"
    assert repeating.tries == [0, 3]


def test_the_option_names_the_model() -> None:
    assert AsrProcessor().models({}) == ("whisper-base",)
    assert AsrProcessor().models({"model": "tiny.en"}) == ("whisper-tiny.en",)


def test_a_missing_model_is_named() -> None:
    with pytest.raises(MissingModel, match="whisper-base"):
        AsrProcessor().begin(Context(media=MEDIA))


# With the models ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processor() -> AsrProcessor:
    return AsrProcessor()


def begin(processor: AsrProcessor, weights: Path, options: dict[str, OptionValue] | None = None) -> AudioRun:
    for model in processor.models(options or {}):
        if not weight_files.state(model, [weights]).installed:
            pytest.skip(f"{model} is not installed in {weights}")
    return processor.begin(
        Context(media=MEDIA, options=options or {}, find_weights=lambda model: weight_files.find(model, [weights]))
    )


@pytest.mark.weights
def test_noise_and_tones_give_nothing_that_is_not_doubtful(processor: AsrProcessor, weights: Path) -> None:
    random = np.random.default_rng(7)
    seconds = np.arange(12 * SAMPLE_RATE) / SAMPLE_RATE
    chord = sum(0.15 * np.sin(2 * np.pi * pitch * seconds) for pitch in (220.0, 277.2, 329.6))
    sound = np.concatenate([0.2 * random.standard_normal(6 * SAMPLE_RATE), chord, np.zeros(6 * SAMPLE_RATE)])
    segments = hear(begin(processor, weights), blocks(sound.astype(np.float32)))
    assert [segment.text for segment in segments if not segment.doubtful] == []


@pytest.mark.weights
def test_the_model_is_loaded_and_used_without_the_network(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("something went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    recogniser = Recogniser(weight_files.find("whisper-base", [weights]), 1)
    assert recogniser.multilingual
    recogniser.hear(np.zeros(SAMPLE_RATE, np.float32), "en", 1.0)


@pytest.mark.weights
def test_a_folder_without_its_tokenizer_is_refused(weights: Path, tmp_path: Path) -> None:
    source = weight_files.find("whisper-base", [weights])
    shutil.copy(source / "config.json", tmp_path)
    with pytest.raises(ProcessorTrouble, match=r"no tokenizer\.json"):
        Recogniser(tmp_path, 1)


@pytest.mark.weights
def test_a_language_that_the_model_lacks_is_refused_with_the_setting_to_mend(
    processor: AsrProcessor, weights: Path
) -> None:
    with pytest.raises(ProcessorTrouble, match=r"does not know the language 'klingon'.*asr\.language"):
        begin(processor, weights, {"language": "klingon"})


# With the real clips --------------------------------------------------------------------------------------


def hear_file(
    processor: AsrProcessor, weights: Path, path: Path, options: dict[str, OptionValue] | None = None
) -> list[SpeechSegment]:
    return hear(begin(processor, weights, options), SoundStream(str(path)).blocks())


def spoken(segments: Iterable[Finding]) -> str:
    """Lower case, no punctuation but the apostrophe, single spaces."""
    text = " ".join(segment.text for segment in segments if isinstance(segment, SpeechSegment))
    return " ".join(re.sub(r"[^\w\s']", " ", text.lower()).split())


JFK = "and so my fellow americans ask not what your country can do for you ask what you can do for your country"


class KnownSpeech(NamedTuple):
    """107 s of speech, heard undisturbed; and what was known at the first mark beyond a minute."""

    segments: list[SpeechSegment]
    state: bytes
    mark_s: float
    before: int


@pytest.fixture(scope="module")
def known_speech(processor: AsrProcessor, weights: Path, real_media: Path) -> KnownSpeech:
    run = begin(processor, weights)
    found: list[SpeechSegment] = []
    state, mark_s, before, end_s = b"", 0.0, 0, 0.0
    for time_s, block in SoundStream(str(real_media / "known_107s.flac")).blocks():
        found += speech_only(run.feed(time_s, block))
        end_s = time_s + len(block) / SAMPLE_RATE
        if run.mark_s > 60 and not state:
            state, mark_s, before = run.checkpoint(), run.mark_s, len(found)
    found += speech_only(run.finish(end_s))
    return KnownSpeech(found, state, mark_s, before)


@pytest.mark.weights
@pytest.mark.real_media
def test_known_speech_is_read_with_at_most_five_percent_of_word_errors(
    known_speech: KnownSpeech, real_media: Path
) -> None:
    segments = known_speech.segments
    truth = " ".join(re.sub(r"[^\w\s']", " ", (real_media / "known_107s.txt").read_text().lower()).split())
    assert jiwer.wer(truth, spoken(segments)) <= 0.05
    assert {segment.language for segment in segments} == {"en"}
    assert not any(segment.doubtful for segment in segments)
    for segment in segments:
        assert segment.start < segment.end
        assert segment.end - segment.start <= 10
        assert [word.start for word in segment.words] == sorted(word.start for word in segment.words)
        assert "".join(word.text for word in segment.words).strip() == segment.text


@pytest.mark.weights
@pytest.mark.real_media
def test_real_speech_taken_up_at_a_mark_equals_an_undisturbed_scan(
    known_speech: KnownSpeech, processor: AsrProcessor, weights: Path, real_media: Path
) -> None:
    later = begin(processor, weights)
    later.restore(known_speech.state)
    resumed = hear(later, SoundStream(str(real_media / "known_107s.flac")).blocks(known_speech.mark_s))
    rest = known_speech.segments[known_speech.before :]
    assert len(rest) > 3
    assert [segment.text for segment in resumed] == [segment.text for segment in rest]
    assert [segment.start for segment in resumed] == pytest.approx([s.start for s in rest], abs=0.05)


@pytest.mark.weights
@pytest.mark.real_media
@pytest.mark.parametrize("name", ["jfk.flac", "jfk_titles_en_zh.mp4"])
def test_a_famous_sentence_is_read_word_for_word(
    name: str, processor: AsrProcessor, weights: Path, real_media: Path
) -> None:
    segments = hear_file(processor, weights, real_media / name)
    assert spoken(segments) == JFK
    assert segments[-1].end < 11.0


@pytest.mark.weights
@pytest.mark.real_media
def test_the_small_english_model_can_be_chosen(processor: AsrProcessor, weights: Path, real_media: Path) -> None:
    segments = hear_file(AsrProcessor(), weights, real_media / "jfk.flac", {"model": "tiny.en"})
    assert jiwer.wer(JFK, spoken(segments)) <= 0.1


@pytest.mark.weights
@pytest.mark.real_media
def test_what_can_be_heard_on_both_sides_of_damage_is_read(
    processor: AsrProcessor, weights: Path, real_media: Path
) -> None:
    text = spoken(hear_file(processor, weights, real_media / "bitflipped.mp4"))
    assert "my fellow americans" in text
    assert "ask what you can do for your country" in text


@pytest.mark.weights
@pytest.mark.real_media
def test_four_short_commands_are_heard_in_their_places(
    processor: AsrProcessor, weights: Path, real_media: Path
) -> None:
    segments = hear_file(processor, weights, real_media / "talking_head_grid.mp4")
    text = spoken(segments)
    for words in ("lay blue at x4 now", "lay white by s0 again", "set white in z3"):
        assert words in text
    assert {int(segment.start // 3) for segment in segments} == {0, 1, 2, 3}


@pytest.mark.weights
@pytest.mark.real_media
@pytest.mark.parametrize(
    "name",
    [
        "bbb_vp8_vorbis.webm",
        "cover_art.mp3",
        "crowd_1080p_h264.mp4",
        "crowd_av1_opus.mkv",
        "intel_walkers_silent.mp4",
        "one_frame.mp4",
        "silent_audio_track.mp4",
        "vfr.mp4",
    ],
)
def test_where_nobody_speaks_nothing_is_claimed(
    name: str, processor: AsrProcessor, weights: Path, real_media: Path
) -> None:
    segments = hear_file(processor, weights, real_media / name)
    assert [segment.text for segment in segments if not segment.doubtful] == []


@pytest.mark.weights
@pytest.mark.real_media
def test_sound_without_pictures_is_read(processor: AsrProcessor, weights: Path, real_media: Path) -> None:
    text = spoken(hear_file(processor, weights, real_media / "audio_only.m4a"))
    assert "it was the best of times it was the worst of times" in text

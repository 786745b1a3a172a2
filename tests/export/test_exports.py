"""Exports parsed back by other people's parsers, equal to the millisecond or the frame."""

import csv
import html
import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import opentimelineio as otio
import pysubs2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import MediaInfo, Video
from momentry_desk.export.files import ExportRefused, write
from momentry_desk.export.rates import STANDARD_RATES, frame_at, true_rate
from momentry_desk.export.subtitles import subtitles
from momentry_desk.export.tables import as_csv, as_json, transcript
from momentry_desk.export.timelines import Moment, TimelineForm, as_text, markers, moments

_ADAPTER: dict[str, str] = {"otio": "otio_json", "fcp7xml": "fcp_xml", "edl": "cmx_3600"}
_RATES = ["24000/1001", "24/1", "25/1", "30000/1001", "50/1", "60000/1001"]


def video(frame_rate: str | None = "25/1", start_timecode: str | None = None, duration_s: float = 600.0) -> Video:
    media = MediaInfo(
        "mov,mp4", duration_s, True, True, 1920, 1080, frame_rate=frame_rate, start_timecode=start_timecode
    )
    return Video("uuid-1", "/films/Interview Ana & Ben.mp4", "Interview Ana & Ben.mp4", 1, 1, 0.0, media)


def read_back(text: str, adapter: str, **arguments: float) -> Any:
    """What another program's parser reads, in a process of its own: what some adapters leave behind upsets the end
    of a process that has loaded Qt too."""
    program = (
        "import json, sys, opentimelineio as otio\n"
        "arguments = json.loads(sys.argv[2])\n"
        "found = otio.adapters.read_from_string(sys.stdin.read(), adapter_name=sys.argv[1], **arguments)\n"
        "sys.stdout.write(otio.adapters.write_to_string(found, adapter_name='otio_json'))\n"
    )
    command = [sys.executable, "-c", program, adapter, json.dumps(arguments)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=True)
    return otio.adapters.read_from_string(done.stdout, adapter_name="otio_json")


FINDINGS: tuple[Finding, ...] = (
    SpeechSegment(1.25, 3.5, "Ask not <what> your country", "en", 0.99, 0.9),
    TextLine(2.0, 5.0, "=不要问{国家}", 0.98, Box(0.1, 0.2, 0.3, 0.1)),
    FaceSighting(0.5, 4.0, 2, Box(0.4, 0.1, 0.2, 0.3), 0.95, embedding=b"x", crop=b"y"),
    Scene(0.0, 6.0, b"z"),
)


@pytest.mark.parametrize("form", ["srt", "vtt"])
def test_subtitles_come_back_with_their_times_and_text(form: Literal["srt", "vtt"]) -> None:
    segments = [
        SpeechSegment(1.2345, 3.5, "Braces {\\b1} stay & so do <i>", "en", 1, 1),
        SpeechSegment(70.0, 72.0, "好。", "zh", 1, 1),
    ]
    back = pysubs2.SSAFile.from_string(subtitles(segments, form), form)
    assert [(event.start, event.end) for event in back] == [(1234, 3500), (70000, 72000)]
    assert back[1].plaintext == "好。"
    assert "{\\b1}" in subtitles(segments, form)


def test_what_looks_like_a_command_comes_out_as_it_was_said() -> None:
    said = "Braces {\\b1} and \\N & <i>x --> y"
    segments = [SpeechSegment(0.0, 3.0, said, "en", 1, 1)]
    cue = subtitles(segments, "srt").splitlines()[2:]
    assert " ".join(line for line in cue if line).replace("\u2060", "") == said
    # As a player reads WebVTT: the references resolved.
    cue = subtitles(segments, "vtt").splitlines()[4:]
    assert html.unescape(" ".join(line for line in cue if line)) == said
    assert "<" not in "".join(cue)


def test_a_transcript_reads_line_by_line() -> None:
    assert transcript([SpeechSegment(3725.9, 3727, " Hello there ", "en", 1, 1)]) == "[1:02:05] Hello there\n"


def test_json_holds_all_kinds_and_no_pictures() -> None:
    (document,) = json.loads(as_json([(video(), FINDINGS)]))["videos"]
    assert {kind: len(found) for kind, found in document["findings"].items()} == {
        "speech": 1,
        "text": 1,
        "faces": 1,
        "scenes": 1,
    }
    assert document["findings"]["text"][0]["box"] == [0.1, 0.2, 0.3, 0.1]
    assert "embedding" not in json.dumps(document)
    assert "crop" not in json.dumps(document)


def test_csv_has_a_row_for_each_finding_and_runs_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([(video(), FINDINGS)]))))
    assert [row["kind"] for row in rows] == ["speech", "text", "face", "scene"]
    assert rows[1]["text"] == "'=不要问{国家}"
    assert float(rows[0]["start"]) == 1.25


@pytest.mark.parametrize("frame_rate", _RATES)
@pytest.mark.parametrize("form", ["otio", "fcp7xml", "edl"])
def test_clips_stand_on_the_same_frames_when_another_program_reads_them(
    form: TimelineForm, frame_rate: str
) -> None:
    source = video(frame_rate)
    wanted = [
        Moment(source, 1.25, 3.5, "one"),
        Moment(source, 61.0, 62.0, "two"),
        Moment(source, 599.0, 600.0, "three"),
    ]
    text = as_text(moments("Hits", wanted), form)
    arguments = {"rate": float(Fraction(frame_rate))} if form == "edl" else {}
    back = read_back(text, _ADAPTER[form], **arguments)
    rate = Fraction(frame_rate)
    clips = list(back.find_clips())
    assert len(clips) == 3
    for clip, moment in zip(clips, wanted, strict=True):
        first, last = frame_at(moment.start, rate), frame_at(moment.end, rate)
        assert clip.source_range.start_time.rescaled_to(float(rate)).to_frames() == first
        assert clip.source_range.duration.rescaled_to(float(rate)).to_frames() == last - first


def test_a_moment_of_one_picture_is_a_clip_that_can_be_seen() -> None:
    source = video("25/1")
    assert source.media is not None
    length_s = source.media.duration_s or 0.0
    found = moments("Hits", [Moment(source, at, at, "x") for at in (10.0, length_s - 0.4, length_s)])
    assert [clip.source_range.duration.to_frames() for clip in found.find_clips()] == [25, 10, 1]


def fraction(time: str) -> Fraction:
    return Fraction(time.removesuffix("s"))


@pytest.mark.parametrize("frame_rate", _RATES)
@pytest.mark.parametrize("start_timecode", [None, "01:00:00:00"])
def test_fcpxml_holds_whole_frames_at_every_rate(frame_rate: str, start_timecode: str | None) -> None:
    rate = Fraction(frame_rate)
    source = video(frame_rate, start_timecode)
    wanted = [Moment(source, start, start + 1.5, f"at {start}") for start in (1.25, 61.0, 598.0)]
    text = as_text(moments("Hits & more", wanted), "fcpxml")
    root = ET.fromstring(text)
    first = 0 if start_timecode is None else round(rate) * 3600
    (form,) = root.findall("./resources/format")
    assert fraction(form.get("frameDuration", "")) == 1 / rate
    (asset,) = root.findall("./resources/asset")
    assert fraction(asset.get("start", "")) * rate == first
    offset = Fraction(0)
    clips = root.findall(".//asset-clip")
    for clip, moment in zip(clips, wanted, strict=True):
        begin, end = frame_at(moment.start, rate), frame_at(moment.end, rate)
        assert fraction(clip.get("offset", "")) == offset
        assert fraction(clip.get("start", "")) * rate == first + begin
        assert fraction(clip.get("duration", "")) * rate == end - begin
        offset += fraction(clip.get("duration", ""))
    assert fraction(root.findall(".//sequence")[0].get("duration", "")) == offset
    # The adapter's reader counts in whole frames a second, rounded down: within one of those it is the same time.
    back = read_back(text, "fcpx_xml")
    (timeline,) = back.find_children(descended_from_type=otio.schema.Timeline)
    read = list(timeline.find_clips())
    assert [clip.name for clip in read] == ["at 1.25", "at 61.0", "at 598.0"]
    for found, clip in zip(read, clips, strict=True):
        seconds = fraction(clip.get("start", ""))
        assert -1 / int(rate) < found.source_range.start_time.to_seconds() - seconds < 1e-6
        assert found.media_reference.target_url.endswith("Interview%20Ana%20%26%20Ben.mp4")


def test_fcpxml_holds_markers_within_their_clip() -> None:
    rate = Fraction(30000, 1001)
    text = as_text(markers([(video("30000/1001", "01:00:00;00"), FINDINGS)], "x"), "fcpxml")
    (clip,) = ET.fromstring(text).findall(".//asset-clip")
    assert clip.get("tcFormat") == "DF"
    first = 107_892
    assert fraction(clip.get("start", "")) * rate == first
    found = [(marker.get("value"), int(fraction(marker.get("start", "")) * rate)) for marker in clip]
    assert found == [
        ("Ask not <what> your country", first + frame_at(1.25, rate)),
        ("=不要问{国家}", first + frame_at(2.0, rate)),
        ("Person 2", first + frame_at(0.5, rate)),
        ("Scene", first),
    ]
    (timeline,) = read_back(text, "fcpx_xml").find_children(descended_from_type=otio.schema.Timeline)
    assert len(next(iter(timeline.find_clips())).markers) == 4


def test_a_timeline_of_clips_at_other_rates_counts_whole_frames_of_its_own() -> None:
    slow, fast = video("24000/1001"), video("60000/1001")
    text = as_text(moments("Hits", [Moment(slow, 1.0, 2.0, "a"), Moment(fast, 1.01, 2.0, "b")]), "fcpxml")
    rate = Fraction(24000, 1001)
    clips = ET.fromstring(text).findall(".//asset-clip")
    for clip in clips:
        assert (fraction(clip.get("offset", "")) * rate).denominator == 1
        assert (fraction(clip.get("duration", "")) * rate).denominator == 1
    assert fraction(clips[1].get("start", "")) * Fraction(60000, 1001) == frame_at(1.01, Fraction(60000, 1001))


@pytest.mark.parametrize(("frame_rate", "mode"), [("30000/1001", "DROP FRAME"), ("25/1", "NON-DROP FRAME")])
def test_an_edl_says_whether_frames_are_dropped(frame_rate: str, mode: str) -> None:
    lines = as_text(moments("Hits", [Moment(video(frame_rate), 61.0, 62.0, "x")]), "edl").splitlines()
    assert lines[1] == f"FCM: {mode}"


@pytest.mark.parametrize("form", ["otio", "fcp7xml", "edl"])
def test_markers_come_back_at_their_frames(form: TimelineForm) -> None:
    source = video("24000/1001", "01:00:00:00")
    text = as_text(markers([(source, FINDINGS[:2])], "x"), form)
    rate = Fraction(24000, 1001)
    arguments = {"rate": float(rate)} if form == "edl" else {}
    back = read_back(text, _ADAPTER[form], **arguments)
    (clip,) = back.find_clips()
    offset = 24 * 3600
    found = [marker.marked_range.start_time.rescaled_to(float(rate)).to_frames() for marker in clip.markers]
    assert found == [offset + frame_at(1.25, rate), offset + frame_at(2.0, rate)]


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("30000/1001", Fraction(30000, 1001)),
        ("2997/100", Fraction(30000, 1001)),
        ("23976/1000", Fraction(24000, 1001)),
        ("24/1", Fraction(24)),
        ("25", Fraction(25)),
        ("12345/412", Fraction(30000, 1001)),
        ("15/1", Fraction(15)),
        (None, Fraction(25)),
        ("0/0", Fraction(25)),
        ("rubbish", Fraction(25)),
    ],
)
def test_a_told_rate_is_taken_for_the_true_one(told: str | None, meant: Fraction) -> None:
    assert true_rate(told) == meant


@given(st.sampled_from(STANDARD_RATES), st.integers(0, 10_000_000))
def test_the_start_of_a_frame_is_that_frame(rate: Fraction, frame: int) -> None:
    assert frame_at(float(frame / rate), rate) == frame


def test_nothing_is_overwritten_unasked_and_nothing_half_appears(tmp_path: Path) -> None:
    target = tmp_path / "a.srt"
    write(target, "first")
    with pytest.raises(ExportRefused, match="exists already"):
        write(target, "second")
    assert target.read_text() == "first"
    write(target, "second", overwrite=True)
    assert target.read_text() == "second"
    assert [path.name for path in tmp_path.iterdir()] == ["a.srt"]


def test_a_folder_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(ExportRefused, match=r"a\.srt could not be written"):
        write(tmp_path / "no" / "a.srt", "x")

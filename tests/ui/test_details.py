"""The pane at the right follows the selection and the findings."""

from typing import Any

import msgspec
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from momentry_desk.core.findings import Box, FaceSighting, Finding, Scene, SpeechSegment, TextLine
from momentry_desk.core.model import Attempt, AttemptOutcome, FailureKind, MediaInfo, TaskStatus
from momentry_desk.core.people import PersonSighting
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.ui.findings_views import MomentsList, MomentsModel, PeopleRow
from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.task_report import TaskReportWindow
from momentry_desk.ui.theme import Theme
from tests.ui.fake_engine import FakeEngine, task_row

BOX = Box(0.1, 0.1, 0.2, 0.2)


def said(start: float, text: str) -> SpeechSegment:
    return SpeechSegment(start, start + 2, text, "en", 0.9, 0.9)


def texts(window: MainWindow) -> list[str]:
    (moments,) = window.desk.details.findChildren(MomentsList)
    model = moments.model()
    return [model.data(model.index(n, 0)) for n in range(model.rowCount())]


def labels(window: MainWindow) -> list[str]:
    return [label.text() for label in window.desk.details.findChildren(QLabel) if label.isVisibleTo(window)]


def put(engine: FakeEngine, number: int, **changes: Any) -> None:
    row = task_row(number, **changes)
    media = MediaInfo("mp4", 60.0, True, True, 1920, 1080)
    engine.put([row], [VideoRow(row.file_uuid, row.file_name, row.path, 5_000_000, float(number), media)])


def test_selecting_a_row_shows_the_findings_of_its_video_by_time(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    put(engine, 1, status=TaskStatus.COMPLETED, completed_at=1.0)
    engine.found["video_000001"] = (
        said(7, " and so my fellow Americans"),
        TextLine(3, 5, "不要问国家能为你做什么", 0.9, BOX),
        FaceSighting(1, 4, 2, BOX, 0.9),
        Scene(0, 9),
    )
    window.desk.queue.select("task_000001")
    qtbot.waitUntil(lambda: len(texts(window)) == 4)
    expected = ["Scene 1", "Person 2, 0:01 – 0:04", "不要问国家能为你做什么", "and so my fellow Americans"]
    assert texts(window) == expected
    qtbot.waitUntil(
        lambda: [video.file_uuid for video in window.desk.library.selected_videos()] == ["video_000001"]
    )


def test_a_face_has_its_number_and_name_in_the_library(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    put(engine, 1, status=TaskStatus.COMPLETED, completed_at=1.0)
    engine.found["video_000001"] = (FaceSighting(1, 4, 2, BOX, 0.9, 0.8),)
    window.desk.queue.select("task_000001")
    qtbot.waitUntil(lambda: texts(window) == ["Person 2, 0:01 – 0:04"])
    engine.people.seen["video_000001"] = (PersonSighting(1, 9, "", "video_000001", 1, 4, 0.8),)
    engine.people_changed.emit()
    qtbot.waitUntil(lambda: texts(window) == ["Person 9, 0:01 – 0:04"])
    engine.people.seen["video_000001"] = (PersonSighting(1, 9, "Ana", "video_000001", 1, 4, 0.8),)
    engine.people_changed.emit()
    qtbot.waitUntil(lambda: texts(window) == ["Ana, 0:01 – 0:04"])


def test_findings_appear_while_the_scan_goes_on(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    put(engine, 1, status=TaskStatus.PROCESSING, started_at=1.0)
    window.desk.queue.select("task_000001")
    qtbot.waitUntil(lambda: "The first findings come within seconds." in labels(window))
    engine.found["video_000001"] = (said(1, "one"),)
    engine.findings_changed.emit("video_000001")
    qtbot.waitUntil(lambda: texts(window) == ["one"])
    engine.found["video_000001"] = (said(1, "one"), said(4, "two"))
    engine.findings_changed.emit("video_000001")
    qtbot.waitUntil(lambda: texts(window) == ["one", "two"])


def test_findings_of_another_video_are_not_shown(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    put(engine, 1)
    put(engine, 2)
    engine.found["video_000002"] = (said(1, "two"),)
    window.desk.queue.select("task_000002")
    qtbot.waitUntil(lambda: texts(window) == ["two"])
    window.desk.queue.select("task_000001")
    assert texts(window) == []


def test_nothing_is_said_to_be_found_only_once_that_is_known(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    put(engine, 1, status=TaskStatus.COMPLETED, completed_at=1.0)
    window.desk.queue.select("task_000001")
    said_so = "Nothing was found: no face, no speech, no text."
    assert said_so not in labels(window)
    qtbot.waitUntil(lambda: said_so in labels(window))


def test_a_failed_scan_shows_cause_next_step_and_the_whole_story(window: MainWindow, engine: FakeEngine) -> None:
    put(
        engine,
        1,
        status=TaskStatus.FAILED,
        failure_kind=FailureKind.WORKER_CRASHED,
        error_message="The worker ended with signal 11.",
        retry_count=3,
    )
    window.desk.queue.select("task_000001")
    shown = labels(window)
    assert "The scan of clip 001.mp4 broke off unexpectedly. Tried again so far: 3." in shown
    assert "Choose Try again: it goes on from where it was." in shown
    assert "The worker ended with signal 11." in shown


def test_selecting_in_the_library_selects_the_scan_too(window: MainWindow, engine: FakeEngine) -> None:
    put(engine, 1)
    put(engine, 2)
    window.desk.library.select("video_000002")
    assert [row.task_id for row in window.desk.queue.selected_rows()] == ["task_000002"]


def test_a_video_that_is_forgotten_leaves_the_details(window: MainWindow, engine: FakeEngine) -> None:
    put(engine, 1)
    window.desk.library.select("video_000001")
    engine.forget_videos(("video_000001",))
    engine.remove(("task_000001",))
    assert "clip 001.mp4" not in labels(window)


def test_a_file_name_with_markup_is_shown_as_it_is(window: MainWindow, engine: FakeEngine) -> None:
    put(engine, 1, file_name="<b>a</b> {0} %n.mp4")
    window.desk.queue.select("task_000001")
    assert "<b>a</b> {0} %n.mp4" in labels(window)


def test_findings_that_grow_at_the_end_are_announced_as_that_end() -> None:
    model = MomentsModel()
    first: tuple[Finding, ...] = (said(1, "one"), said(3, "two"))
    model.show_findings(first)
    inserted: list[tuple[int, int]] = []
    resets: list[bool] = []
    model.rowsInserted.connect(lambda _, low, high: inserted.append((low, high)))
    model.modelReset.connect(lambda: resets.append(True))
    model.show_findings((*first, said(5, "three")))
    assert (inserted, resets) == ([(2, 2)], [])
    model.show_findings((msgspec.structs.replace(said(0, "zero")), *first))
    assert resets == [True]


def test_details_of_a_scan_tell_speed_tries_logs_and_what_it_took(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    media = MediaInfo("mov", 100.0, True, True, 1920, 1080)
    row = task_row(
        1,
        status=TaskStatus.PROCESSING,
        suspended=True,
        started_at=1.0,
        running_s=20.0,
        processors=("face", "asr"),
        fractions={"face": 0.5, "asr": 0.25},
    )
    engine.put([row], [VideoRow("video_000001", "clip 001.mp4", "/footage/clip 001.mp4", 1, 1.0, media)])
    engine.found["video_000001"] = (SpeechSegment(0, 2, "hello", "en", 0.9, 0.9),)
    engine.tries["task_000001"] = (
        Attempt(
            "a",
            "task_000001",
            1,
            1000.0,
            1035.0,
            AttemptOutcome.CRASHED,
            message="The scan of clip 001.mp4 crashed.",
            log_tail="Segmentation fault",
            peak_memory=800_000_000,
            cpu_s=30.5,
            running_s=35.0,
        ),
        Attempt("b", "task_000001", 2, 2000.0),
    )
    window.desk.queue.select("task_000001")
    window.desk.task_actions.details.trigger()
    (report,) = window.findChildren(TaskReportWindow)
    qtbot.waitUntil(lambda: report.tries.rowCount() == 2)
    assert report.text_of("Processors").splitlines() == [
        "face: 50 %, 2.5 times as fast as it plays",
        "speech: 25 %, 1.3 times as fast as it plays",
    ]
    assert report.text_of("Found so far") == "1 line of speech"
    assert report.text_of("It took") == "0:35 of running time · 30.5 s of CPU · 800.0 MB of memory at most"
    assert report.no_tries.isHidden()
    report.tries.selectRow(0)
    assert "crashed" in report.log.toPlainText()
    assert "Segmentation fault" in report.log.toPlainText()
    report.close()


def test_details_of_a_scan_that_failed_before_its_first_try_say_why_and_what_to_do(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    put(
        engine,
        1,
        status=TaskStatus.FAILED,
        failure_kind=FailureKind.SOURCE_INVALID,
        error_message=say(Said.UNDECODABLE, file="clip 001.mp4"),
    )
    window.desk.queue.select("task_000001")
    window.desk.task_actions.details.trigger()
    (report,) = window.findChildren(TaskReportWindow)
    shown = report.log.toPlainText()
    for part in ("clip 001.mp4", "copy it anew", "Code: source_invalid"):
        assert part in shown
    qtbot.waitUntil(report.no_tries.isVisible)
    assert report.text_of("Found so far") == "nothing"
    assert report.no_tries.text() == "None: it failed before its first try began."
    report.close()


def test_the_names_under_faces_do_not_touch(theme: Theme, qtbot: QtBot) -> None:
    picture = QPixmap(8, 8)
    picture.fill("red")
    jpeg = QBuffer()
    jpeg.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(jpeg, "PNG")
    row = PeopleRow(theme)
    qtbot.addWidget(row)
    row.resize(230, 60)
    faces = [
        FaceSighting(1, 4, person, BOX, 0.9, 0.8, crop=bytes(jpeg.data().data()))
        for person in (10001, 10002, 10003)
    ]
    row.show_findings(faces)
    narrow = row.height()
    row.show_findings([msgspec.structs.replace(one, person=one.person - 10000) for one in faces])
    assert narrow == 2 * row.height()


def test_a_long_name_goes_on_in_a_second_line(window: MainWindow, engine: FakeEngine) -> None:
    put(engine, 1, file_name="C0055_Interview_Ana_take3_harbour_evening.mov")
    window.desk.queue.select("task_000001")
    name = next(
        label
        for label in window.desk.details.findChildren(QLabel)
        if label.text().replace("\u200b", "") == "C0055_Interview_Ana_take3_harbour_evening.mov"
    )
    assert name.heightForWidth(name.width()) >= 2 * name.fontMetrics().height()


def test_only_a_scan_that_waits_asks_for_the_drive_of_a_file_that_is_gone(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    gone = "The file is not where it was."
    details = window.desk.details
    for status, said in (
        (TaskStatus.PENDING, f"{gone} Connect its drive to scan it."),
        (TaskStatus.COMPLETED, gone),
    ):
        put(engine, 1, status=status, completed_at=1.0)
        (video,) = engine.video_rows.values()
        window.desk.queue.select("task_000001")
        qtbot.waitUntil(lambda: gone not in " ".join(labels(window)) and not details.locate.isVisible())
        engine.put(videos=[msgspec.structs.replace(video, missing=True)])
        qtbot.waitUntil(lambda said=said: said in labels(window))  # type: ignore[misc]
        assert details.locate.isVisible()
    with qtbot.waitSignal(details.locate_wanted) as asked:
        details.locate.click()
    assert asked.args[0].file_uuid == "video_000001"

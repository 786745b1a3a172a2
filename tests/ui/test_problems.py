"""The list of problems: what is in it can be sent to somebody."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QPushButton

from momentry_desk.ui.main_window import MainWindow
from momentry_desk.ui.notices import CRASH_REPORT, Notice, NoticeList


def test_all_of_it_is_copied_with_what_a_report_of_a_crash_says(window: MainWindow, tmp_path: Path) -> None:
    report = tmp_path / "crash-1.log"
    report.write_text("Fatal Python error: Segmentation fault", "utf-8")
    window.notices.take([Notice("/footage/a.mp4", "", "It is empty."), Notice(str(report), CRASH_REPORT, "")])
    window.show_problems()
    (shown,) = window.findChildren(NoticeList)
    (copy,) = [button for button in shown.findChildren(QPushButton) if button.text() == "Copy all"]
    copy.click()
    text = QApplication.clipboard().text()
    assert "/footage/a.mp4\nIt is empty." in text
    assert "Segmentation fault" in text
    shown.close()


def test_a_report_that_is_gone_is_named_all_the_same(window: MainWindow, tmp_path: Path) -> None:
    window.notices.take([Notice(str(tmp_path / "gone.log"), CRASH_REPORT, "")])
    assert "gone.log" in window.notices.as_text()


def test_an_empty_list_says_so_and_where_failed_scans_are(window: MainWindow) -> None:
    window.show_problems()
    (shown,) = window.findChildren(NoticeList)
    assert shown.none.isVisible()
    assert shown.none.text().startswith("No problems. Scans that failed stand in the queue")
    window.notices.take([Notice("/footage/a.mp4", "", "It is empty.")])
    assert not shown.none.isVisible()
    shown.close()

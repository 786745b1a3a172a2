"""The theme's colours can be read, and states differ by more than colour."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.snapshot import TaskRow
from momentry_desk.ui import row_look
from momentry_desk.ui.row_look import Look
from momentry_desk.ui.theme import DARK, LIGHT, Choice, Theme, Tokens
from tests.ui.fake_engine import task_row


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2.1 contrast ratio."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", ["text", "mute", "accent", "ok", "warn", "bad"])
def test_what_must_be_read_has_the_contrast_for_it(tokens: Tokens, name: str) -> None:
    for under in ("base", "panel", "raised"):
        assert contrast(tokens.colour(name), tokens.colour(under)) >= 4.5, under


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", ["text", "mute", "accent"])
def test_what_is_selected_can_be_read_too(tokens: Tokens, name: str) -> None:
    assert contrast(tokens.colour(name), tokens.selection) >= 4.5


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", ["accent", "mute", "ok", "warn", "bad", "face", "speech", "ocr"])
def test_what_is_drawn_stands_out_from_what_is_under_it(tokens: Tokens, name: str) -> None:
    """WCAG 2.1, 1.4.11: 3 to 1 for what must be seen, such as the frame around what has the keyboard."""
    for under in ("base", "panel", "raised"):
        assert contrast(tokens.colour(name), tokens.colour(under)) >= 3, under


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_the_filled_button_can_be_read(tokens: Tokens) -> None:
    assert contrast(tokens.colour("on_accent"), tokens.colour("accent")) >= 4.5


def _drawn(look: Look) -> bytes:
    image = QImage(20, 20, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    row_look.paint_shape(painter, QRectF(4, 4, 12, 12), look, QColor("black"))
    painter.end()
    return bytes(image.constBits())


def test_states_that_mean_different_things_have_different_shapes() -> None:
    drawn = {look: _drawn(look) for look in Look}
    paused = {Look.HELD, Look.SUSPENDED}
    done = {Look.DONE, Look.WARNED}
    apart = [look for look in Look if look not in (Look.HELD, Look.WARNED)]
    assert len({drawn[look] for look in apart}) == len(apart)
    for group in (paused, done):
        assert len({row_look.word(_row(look)) for look in group}) == 2


def _row(look: Look) -> TaskRow:
    match look:
        case Look.HELD:
            return task_row(1, held=True)
        case Look.SUSPENDED:
            return task_row(1, status=TaskStatus.PROCESSING, suspended=True)
        case Look.DONE:
            return task_row(1, status=TaskStatus.COMPLETED)
        case _:
            return task_row(1, status=TaskStatus.COMPLETED, warnings=("0.5 s were lost",))


def test_the_look_can_be_changed_while_the_program_runs(qapp: QApplication, theme: Theme) -> None:
    theme.choose("light")
    assert qapp.palette().window().color() == LIGHT.colour("panel")
    theme.choose("dark")
    assert qapp.palette().window().color() == DARK.colour("panel")


@pytest.mark.parametrize("choice", ["dark", "light"])
def test_a_list_to_choose_from_has_the_theme_s_edge_alone(theme: Theme, qtbot: QtBot, choice: Choice) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["Light", "Dark"])
    theme.choose(choice)
    try:
        box.show()
        box.showPopup()
        popup = box.view().parentWidget()
        assert popup is not None
        edge = popup.grab().toImage()
        middle = edge.width() // 2
        line = theme.tokens.colour("line")
        assert edge.pixelColor(middle, 0) == line
        assert edge.pixelColor(middle, edge.height() - 1) == line
        box.hidePopup()
    finally:
        theme.choose("dark")

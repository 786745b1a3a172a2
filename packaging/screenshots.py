"""Pictures of the window in each of its states: `python packaging/screenshots.py --out DIR [NAME…]`.

The engine behind them is the tests' one in memory, so every state is there at will and looks the same each time.
The states stand beside, in window_states.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec  # noqa: E402
from PySide6.QtCore import QSize  # noqa: E402
from PySide6.QtGui import QPainter, QPixmap  # noqa: E402
from PySide6.QtWidgets import QApplication, QDialog, QWidget  # noqa: E402
from qasync import QEventLoop  # noqa: E402
from window_states import STATES  # noqa: E402
from window_states.resources import Trace, replay, samples  # noqa: E402
from window_states.state import until  # noqa: E402

from momentry_desk.ui.application import make_application  # noqa: E402
from momentry_desk.ui.languages import Languages  # noqa: E402
from momentry_desk.ui.main_window import MainWindow  # noqa: E402
from momentry_desk.ui.theme import Theme  # noqa: E402
from momentry_desk.ui.translations import compile_translations  # noqa: E402
from tests.ui.fake_engine import FakeEngine  # noqa: E402

_LOOKS = ("dark-en", "dark-zh", "light-en", "light-zh")
#: Nothing here needs longer for an answer, on a machine that is busy too.
_ANSWERED_S = 5.0
#: So long the window comes to rest after all that was waited for.
_REST_S = 0.4
#: Enough for the scales beside 1.
_FEW = ("dark-en", "light-zh")


async def _shoot(
    app: QApplication,
    theme: Theme,
    name: str,
    look: Literal["dark", "light"],
    target: Path,
    trace: Trace | None,
) -> None:
    state = STATES[name]
    engine = FakeEngine()
    settings = msgspec.structs.replace(
        engine.current.settings, window=msgspec.structs.replace(engine.current.settings.window, theme=look)
    )
    engine.current = msgspec.structs.replace(engine.current, settings=settings)
    engine.table["window.theme"] = look
    theme.choose(look)
    window = MainWindow(engine, theme)  # type: ignore[arg-type]
    window.resize(QSize(1280, 800))
    window.show()
    if state.read:
        window.read_all()
    state.fill(engine)
    window.desk.strip.draw()
    if trace is None:
        samples(engine)
    else:
        replay(engine, trace)
    if state.selected is not None:
        window.desk.queue.select(state.selected)
    acting = state.act(window)
    if acting is not None:
        await acting
    # What was asked of the engine is answered; only a question to the person stays open.
    with contextlib.suppress(TimeoutError):
        await until(lambda: not window.errands.at_work, _ANSWERED_S)
    await asyncio.sleep(_REST_S)
    others = [one for one in app.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
    shown = app.activeModalWidget() or next(iter(others), window)
    _picture(app, shown).save(str(target))
    if shown is not window:
        shown.close()
    window.leave()
    window.deleteLater()
    await asyncio.sleep(0.05)


def _picture(app: QApplication, shown: QWidget) -> QPixmap:
    picture = shown.grab()
    menu = app.activePopupWidget()
    if menu is not None:
        # A menu is a window of its own; in the corner it is cut by no edge.
        painter = QPainter(picture)
        painter.drawPixmap(shown.width() - menu.width() - 8, shown.height() - menu.height() - 28, menu.grab())
        painter.end()
        menu.close()
    return picture


async def _all(
    app: QApplication, out: Path, names: list[str], looks: list[str], suffix: str, trace: Trace | None
) -> None:
    theme = Theme(app, "dark")
    languages = Languages(app)
    for state in names:
        for one in looks:
            look, _, language = one.partition("-")
            languages.speak("zh_CN" if language == "zh" else "en")
            shade: Literal["dark", "light"] = "light" if look == "light" else "dark"
            await _shoot(app, theme, state, shade, out / f"{state}-{one}{suffix}.png", trace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder the pictures go to")
    parser.add_argument(
        "--look", action="append", choices=_LOOKS, help="only this one; may be given more than once"
    )
    parser.add_argument(
        "--scale", type=float, help="of the display, such as 1.5; without it every look at 1, and few at others"
    )
    parser.add_argument("states", nargs="*", default=list(STATES), help=f"some of: {', '.join(STATES)}")
    parser.add_argument("--trace", type=Path, help="samples of a real run, for the graphs, in place of made ones")
    asked = parser.parse_args()
    trace = msgspec.json.decode(asked.trace.read_bytes(), type=Trace) if asked.trace else None
    asked.out.mkdir(parents=True, exist_ok=True)
    compile_translations()
    if asked.scale is not None:
        # Read by Qt when the application is made.
        os.environ["QT_SCALE_FACTOR"] = str(asked.scale)
    app = make_application()
    looks = asked.look or list(_LOOKS)
    suffix = f"-{asked.scale:g}" if asked.scale else ""
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        runner.run(_all(app, asked.out, asked.states, looks, suffix, trace))
    if asked.scale is None:
        few = [word for look in asked.look or _FEW for word in ("--look", look)]
        for scale in ("1.5", "2"):
            again = [sys.executable, __file__, "--out", str(asked.out), "--scale", scale, *few, *asked.states]
            subprocess.run(again, check=True)


if __name__ == "__main__":
    main()

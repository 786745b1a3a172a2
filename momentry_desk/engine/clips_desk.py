"""The part of the facade that saves clips."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from momentry_desk.core.clips import ClipMade, ClipWish
from momentry_desk.engine.asking import AskLater
from momentry_desk.engine.cutter import Cutter, Cutting, Question

if TYPE_CHECKING:
    from momentry_desk.engine.desk import Desk

__all__ = ["ClipsDesk", "Cutting", "Question"]


class ClipsDesk:
    """From any thread. Whatever is asked for raises `EngineStopped` after the stop."""

    def __init__(self, ask_later: AskLater) -> None:
        self._ask_later = ask_later

    def key_frame(self, path: str, at_s: float) -> Question:
        """Where a copy from `at_s` on would begin: its answer is a time, None where that cannot be said."""
        question = Question(path, at_s)

        def carry_out(desk: "Desk", answer: "Future[float | None]") -> None:
            question.answer = answer
            _open(desk).ask(question)

        question.answer = self._ask_later(carry_out)
        return question

    def cut(self, wish: ClipWish) -> Cutting:
        """Cut a clip: by a worker of its own, one after another."""
        cutting = Cutting(wish)

        def carry_out(desk: "Desk", answer: "Future[ClipMade | None]") -> None:
            cutting.answer = answer
            _open(desk).cut(cutting)

        cutting.answer = self._ask_later(carry_out)
        return cutting

    def call_off(self, asked: Cutting | Question) -> Future[None]:
        """Its answer is None then, and nothing of the clip is left."""

        def carry_out(desk: "Desk", answer: "Future[None]") -> None:
            _open(desk).call_off(asked)
            answer.set_result(None)

        return self._ask_later(carry_out)


def _open(desk: "Desk") -> Cutter:
    # Raises `EngineStopped` where the data folder is not open.
    assert desk.commands
    return desk.cutter

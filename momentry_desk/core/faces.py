"""Whether faces may be looked for: nobody's face is processed before the person has said so.

Asked once; until there is an answer scans go on without their faces, and what is left out waits as a task of its
own. After a "no" it is left out for good.
"""

from collections.abc import Sequence
from typing import Literal

FACE = "face"

#: What the person said; "ask": nothing yet.
FacesAnswer = Literal["ask", "yes", "no"]

#: What a task waits for that does nothing but look for faces.
WAITING = "your answer whether to look for faces"


def allowed(processors: Sequence[str], answer: FacesAnswer) -> tuple[str, ...]:
    """Those of a task's processors that may run."""
    return tuple(name for name in processors if name != FACE or answer == "yes")


def must_wait(processors: Sequence[str], answer: FacesAnswer) -> bool:
    """Whether nothing of a task may run before there is an answer."""
    return answer == "ask" and bool(processors) and not allowed(processors, answer)

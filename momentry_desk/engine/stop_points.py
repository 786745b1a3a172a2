"""Where the program can be made to die on demand, so that tests prove what a kill at that very instant leaves.

`MOMENTRY_STOP_POINT="before claim:3"` ends the program with SIGKILL when it reaches that point for the third time.
The points are "before NAME" and "after NAME" for each commit of the database (`store.database`), and those that
the engine adds around what is no commit. Without the variable there is nothing to reach.
"""

import os
import signal
from collections.abc import Callable

VARIABLE = "MOMENTRY_STOP_POINT"


def from_environment() -> Callable[[str], None] | None:
    """What to call at each point, None where nobody asked. Raises `ValueError` for a value that is none."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return None
    name, _, count = wanted.rpartition(":")
    left = int(count)

    def reach(point: str) -> None:
        nonlocal left
        if point == name:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return reach

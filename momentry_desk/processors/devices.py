"""Where inference runs: on the CPU, or on a graphics card by CUDA where the libraries find one at run time."""

from collections.abc import Callable

import msgspec

from momentry_desk.core.sentences import Said, say
from momentry_desk.processors.base import ProcessorTrouble

AUTO, _CPU, _CUDA = "auto", "cpu", "cuda"


class Device(msgspec.Struct, frozen=True):
    """As the libraries call it: "cpu" or "cuda"."""

    name: str


CPU = Device(_CPU)
CUDA = Device(_CUDA)


def speech_device(asked: str, notice: Callable[[str], None], cards: Callable[[], int] | None = None) -> Device:
    """The device for the setting `asked`; `notice` is told why it is not the graphics card that was asked for.

    `cards` counts those that can be used (default: as CTranslate2 finds them). Raises `ProcessorTrouble` for a
    setting that is none.
    """
    if asked not in (AUTO, _CPU, _CUDA):
        known = ", ".join((AUTO, _CPU, _CUDA))
        raise ProcessorTrouble(
            say(Said.SETTING_NOT_ONE_OF, key="processors.asr.device", known=known, value=repr(asked))
        )
    if asked == _CPU:
        return CPU
    reason = "none was found"
    try:
        if (cards or _cards())() > 0:
            return CUDA
    except (RuntimeError, OSError) as error:  # a card whose driver or libraries are missing
        reason = str(error)
        asked = _CUDA
    if asked == _CUDA:
        notice(say(Said.NO_GRAPHICS_CARD, why=reason))
    return CPU


def _cards() -> Callable[[], int]:
    from ctranslate2 import get_cuda_device_count

    return lambda: int(get_cuda_device_count())

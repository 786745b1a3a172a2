"""Where inference runs: on the CPU, or on a graphics card by CUDA where the libraries find one at run time."""

from collections.abc import Callable, Sequence

import msgspec

from momentry_desk.core.sentences import Said, say
from momentry_desk.processors.base import ProcessorTrouble

AUTO, _CPU, _CUDA = "auto", "cpu", "cuda"

#: As ONNX Runtime calls it.
CUDA_PROVIDER = "CUDAExecutionProvider"


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
    if _checked("asr", asked) == _CPU:
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


def reading_device(asked: str, notice: Callable[[str], None], providers: Sequence[str] | None = None) -> Device:
    """As `speech_device`, for networks of ONNX Runtime; `providers` are those that it was built with.

    Whether a card can be used shows only once a network is opened there: see `onnx_sessions.open_session`.
    """
    if _checked("ocr", asked) == _CPU:
        return CPU
    if providers is None:
        import onnxruntime

        providers = onnxruntime.get_available_providers()
    if CUDA_PROVIDER in providers:
        return CUDA
    if asked == _CUDA:
        notice(say(Said.READ_ON_PROCESSOR, why="ONNX Runtime was built without CUDA"))
    return CPU


def _checked(processor: str, asked: str) -> str:
    if asked not in (AUTO, _CPU, _CUDA):
        known = ", ".join((AUTO, _CPU, _CUDA))
        key = f"processors.{processor}.device"
        raise ProcessorTrouble(say(Said.SETTING_NOT_ONE_OF, key=key, known=known, value=repr(asked)))
    return asked


def _cards() -> Callable[[], int]:
    from ctranslate2 import get_cuda_device_count

    return lambda: int(get_cuda_device_count())

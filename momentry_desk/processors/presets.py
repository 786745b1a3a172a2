"""Three settings of every processor under one name each: `fast`, `balanced` (the default) and `thorough`."""

from collections.abc import Mapping

from momentry_desk.core.messages import OptionValue
from momentry_desk.core.sentences import Said, say
from momentry_desk.processors.base import ProcessorTrouble

FAST, BALANCED, THOROUGH = "fast", "balanced", "thorough"

Preset = Mapping[str, OptionValue]


def filled(processor: str, options: Mapping[str, OptionValue], presets: Mapping[str, Preset]) -> Preset:
    """`options` over what their `preset` says: whatever is set by itself goes before it.

    Raises `ProcessorTrouble` for a preset that is none.
    """
    name = options.get("preset") or BALANCED
    if name not in presets:
        key, known = f"processors.{processor}.preset", ", ".join(presets)
        raise ProcessorTrouble(say(Said.SETTING_NOT_ONE_OF, key=key, known=known, value=repr(name)))
    own = {key: value for key, value in options.items() if value is not None}
    return {**presets[str(name)], **own}


def number(processor: str, options: Preset, key: str, least: float, most: float) -> float:
    """The option where it is a number within its bounds; raises `ProcessorTrouble` where it is anything else."""
    value = options.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        whole = f"processors.{processor}.{key}"
        raise ProcessorTrouble(
            say(Said.SETTING_NO_NUMBER, key=whole, least=f"{least:g}", most=f"{most:g}", value=repr(value))
        )
    return float(value)

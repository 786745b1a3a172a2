"""What /api/v1 is asked, field by field. The documentation is made from these, and from the answers' schemas."""

import os
from importlib.metadata import entry_points
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, WithJsonSchema

from momentry_desk.core.callbacks import MAX_URL_LENGTH
from momentry_desk.core.model import BUILTIN_PROCESSORS, PROCESSOR_GROUP, Priority
from momentry_desk.core.transcripts import MAX_LINE_CHARACTERS

MAX_PATHS = 1_000
MAX_PATH_LENGTH = 4_096


def processor_names() -> tuple[str, ...]:
    """Every processor that may be asked for: the built-in ones, and those that installed packages bring."""
    others = sorted(point.name for point in entry_points(group=PROCESSOR_GROUP))
    scripted = ["scripted"] if os.environ.get("MOMENTRY_SCRIPTED") == "1" else []
    return tuple(dict.fromkeys([*BUILTIN_PROCESSORS, *others, *scripted]))


def _known_processor(name: str) -> str:
    if name not in processor_names():
        raise ValueError(f'"{name}" is no processor here; there are {", ".join(processor_names())}')
    return name


def _whole(value: object) -> object:
    # JSON knows one kind of number: 2.0 is the integer 2, while true and "2" are none.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool | str):
        raise ValueError("a number is wanted")
    return value


ProcessorName = Annotated[
    str, AfterValidator(_known_processor), WithJsonSchema({"type": "string", "enum": list(processor_names())})
]


class _Asked(BaseModel):
    # A misspelt field would otherwise be passed over without a word.
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class DeepScanRequest(_Asked):
    processors: Annotated[list[ProcessorName], Field(min_length=1, max_length=20)] | None = Field(
        default=None, description="What to scan for. Left out: what the settings say."
    )
    priority: Priority = Priority.NORMAL
    retry_on_failure: StrictBool = True
    callback_url: Annotated[str, Field(max_length=MAX_URL_LENGTH, pattern=r"^https?://[^/?#\s]+")] | None = Field(
        default=None,
        description="Told by POST when the task has ended. Which hosts may be, callback_hosts under [api] says.",
    )
    force: StrictBool = Field(default=False, description="Scan again although the same scan is complete.")


class PriorityRequest(_Asked):
    priority: Priority


class PauseRequest(_Asked):
    reason: Annotated[str, Field(max_length=500)] = ""
    finish_running: StrictBool = Field(
        default=False, description="Let running scans finish instead of suspending them."
    )


class ClearRequest(_Asked):
    pending: StrictBool = True
    running: StrictBool = False
    finished: StrictBool = False


class SettingsRequest(_Asked):
    max_concurrent: Annotated[int, Field(ge=1, le=64), BeforeValidator(_whole)] | None = None
    dynamic_concurrency: StrictBool | None = None
    cpu_threshold: Annotated[float, Field(strict=True, ge=1, le=100)] | None = None
    memory_threshold: Annotated[float, Field(strict=True, ge=1, le=100)] | None = None
    gpu_threshold: Annotated[float, Field(strict=True, ge=1, le=100)] | None = None
    max_retries: Annotated[int, Field(ge=0, le=100), BeforeValidator(_whole)] | None = None
    retry_delay: Annotated[float, Field(strict=True, ge=0, le=86400)] | None = None
    task_timeout: Annotated[float, Field(strict=True, ge=1, le=31 * 86400)] | None = None


class FilesRequest(_Asked):
    paths: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_PATH_LENGTH)]],
        Field(min_length=1, max_length=MAX_PATHS),
    ]


class SpeechEdit(_Asked):
    start: Annotated[float, Field(strict=True, ge=0, le=1e7, allow_inf_nan=False)]
    end: Annotated[float, Field(strict=True, ge=0, le=1e7, allow_inf_nan=False)]
    text: Annotated[str, Field(max_length=MAX_LINE_CHARACTERS)] | None = Field(
        default=None, description="What is said there; empty: nothing is. Left out: what was heard is restored."
    )

"""Typed settings with their defaults and bounds. Reading and writing the file is the engine's work.

A bad value never stops the program: `from_mapping` names it and the default serves in its place.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from momentry_desk.core.schedule import ScheduleSettings
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.watching import WatchedFolder

#: What a setting's value may be.
SettingValue = bool | int | float | str | tuple[str, ...]

Percent = Annotated[float, msgspec.Meta(ge=1, le=100)]


def default_slots(cores: int) -> int:
    """Scans at once where the user set nothing: 2 below 6 cores, 3 below 10, else 4."""
    return 2 if cores < 6 else 3 if cores < 10 else 4


class QueueSettings(msgspec.Struct, frozen=True):
    """`max_concurrent` 0 means unset: `default_slots` of the machine's cores. Delays and time-outs in seconds."""

    max_concurrent: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    dynamic_concurrency: bool = True
    cpu_threshold: Percent = 80.0
    memory_threshold: Percent = 80.0
    gpu_threshold: Percent = 90.0
    max_retries: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    retry_delay: Annotated[float, msgspec.Meta(ge=0, le=86400)] = 10.0
    task_timeout: Annotated[float, msgspec.Meta(ge=1, le=31 * 86400)] = 3600.0
    #: Every so many starts one goes to the longest-waiting task of a lower rank; 0 switches it off.
    fair_start_every: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 10


class ProcessorsSettings(msgspec.Struct, frozen=True):
    """`default` is what a new task runs. The tables by processor are the options that it understands.

    All: `preset` ("fast", "balanced", "thorough"), which sets the rest; what is set by itself goes before it.
    face: `interval_s` (seconds between frames), `detection_side` (pixels).
    asr: `model`, `language` (unset: detected), `device` ("auto", "cpu", "cuda"), `beam`, `silence` (seconds).
    ocr: `interval` (seconds), `detection_side` (pixels).
    scene: `threshold` (1 to 255), `interval_s` (0: every decoded frame).
    """

    default: tuple[str, ...] = ("face", "asr", "ocr", "scene")
    face: dict[str, bool | int | float | str] = {}
    asr: dict[str, bool | int | float | str] = {}
    ocr: dict[str, bool | int | float | str] = {}
    scene: dict[str, bool | int | float | str] = {}

    def options(self) -> dict[str, dict[str, bool | int | float | str]]:
        return {"face": self.face, "asr": self.asr, "ocr": self.ocr, "scene": self.scene}


class ResourcesSettings(msgspec.Struct, frozen=True):
    """How the program behaves towards the rest of the machine.

    `suspend_newest`: after a minute of high load by other programs the newest scan stands still, never the last.
    `pause_below_battery` is a percentage on battery power, 0 never. `pause_below_disk_mb` (10^6 bytes) is the room
    on the data folder's volume below which nothing is started. `keep_awake`: the machine does not fall asleep
    while a scan runs.
    """

    suspend_newest: bool = True
    pause_below_battery: Annotated[float, msgspec.Meta(ge=0, le=100)] = 0.0
    pause_below_disk_mb: Annotated[int, msgspec.Meta(ge=0)] = 200
    keep_awake: bool = True


class WindowSettings(msgspec.Struct, frozen=True):
    theme: Literal["system", "light", "dark"] = "system"
    language: Literal["system", "en", "zh_CN"] = "system"


class LibrarySettings(msgspec.Struct, frozen=True):
    """`folders` are the person's library: a program on another machine may name files in them alone. What
    arrives in the `watched` ones is scanned."""

    folders: tuple[str, ...] = ()
    watched: tuple[WatchedFolder, ...] = ()


class ApiSettings(msgspec.Struct, frozen=True):
    """Whether and where other programs may drive the queue over HTTP. Off until the person switches it on.

    `origins` are the web pages ("http://localhost:5173") whose scripts may call; `allowed_hosts` the names by which
    this machine is called from elsewhere; `callback_hosts` the hosts, beside this machine, that may be told of an
    end ("*" for any). `rate_limit` counts requests a second from one address.
    """

    enabled: bool = False
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
    #: False lets programs of this machine in without the token. Never those of another.
    token_on_loopback: bool = True
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    callback_hosts: tuple[str, ...] = ()
    callback_secret: str = ""
    rate_limit: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 200


class Settings(msgspec.Struct, frozen=True):
    queue: QueueSettings = QueueSettings()
    processors: ProcessorsSettings = ProcessorsSettings()
    resources: ResourcesSettings = ResourcesSettings()
    window: WindowSettings = WindowSettings()
    library: LibrarySettings = LibrarySettings()
    api: ApiSettings = ApiSettings()
    schedule: ScheduleSettings = ScheduleSettings()


class SettingProblem(msgspec.Struct, frozen=True):
    """A value that was not taken: `key` as "queue.max_concurrent", why in words, and its line in the file from 1
    (None where it is not known). An empty key: the file as a whole could not be read."""

    key: str
    message: str
    line: int | None = None


def from_mapping(data: Mapping[str, object]) -> tuple[Settings, tuple[SettingProblem, ...]]:
    """Build settings from what a TOML file held, each bad or unknown value named and left at its default."""
    problems: list[SettingProblem] = []
    sections: dict[str, msgspec.Struct] = {}
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name, table in data.items():
        if name not in known:
            problems.append(SettingProblem(name, say(Said.NO_SECTION, section=name)))
        elif not isinstance(table, Mapping):
            problems.append(SettingProblem(name, say(Said.NO_VALUE_BUT_SECTION, section=name)))
        else:
            sections[name] = _section(name, known[name], table, problems)
    return Settings(**sections), tuple(problems)  # type: ignore[arg-type]


def _section(
    name: str, kind: type[msgspec.Struct], table: Mapping[str, object], problems: list[SettingProblem]
) -> msgspec.Struct:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, object] = {}
    for key, value in table.items():
        if key not in fields:
            problems.append(SettingProblem(f"{name}.{key}", say(Said.NO_SETTING, key=key, section=name)))
            continue
        try:
            values[key] = msgspec.convert(value, fields[key])
        except msgspec.ValidationError as error:
            text = say(Said.VALUE_NOT_TAKEN, key=key, value=repr(value), why=error)
            problems.append(SettingProblem(f"{name}.{key}", text))
    return kind(**values)

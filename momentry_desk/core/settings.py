"""Typed settings with their defaults and bounds. Reading and writing the file is the engine's work.

A bad value never stops the program: `from_mapping` names it and the default serves in its place.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from momentry_desk.core import glossary
from momentry_desk.core.faces import FacesAnswer
from momentry_desk.core.schedule import ScheduleSettings
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.setting_fields import Kind, SettingValue, fields_of
from momentry_desk.core.watching import WatchedFolder

#: Where the names and terms stand that speech recognition is told.
GLOSSARY_KEY = "processors.asr.glossary"

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


#: Sets the other options of a processor; what is set by itself goes before it. Unset: balanced.
Preset = Literal["fast", "balanced", "thorough"]
#: Where a model runs; "auto" takes a graphics card where there is one that can.
Device = Literal["auto", "cpu", "cuda"]
#: Longer side, in pixels, of the picture in which something is looked for.
Side = Annotated[int, msgspec.Meta(ge=320, le=1920)]


class FaceOptions(msgspec.Struct, frozen=True):
    """`interval_s`: seconds between the pictures that are looked at."""

    preset: Preset | None = None
    interval_s: Annotated[float, msgspec.Meta(ge=0.2, le=10)] | None = None
    detection_side: Side | None = None


class AsrOptions(msgspec.Struct, frozen=True):
    """`language`: a code such as "de", unset: detected. `silence`: seconds behind what is recognised at once.
    `glossary`: names and terms that it is told; see `core.glossary`."""

    preset: Preset | None = None
    model: Literal["base", "tiny.en", "small", "large-v3-turbo"] | None = None
    language: str | None = None
    device: Device | None = None
    beam: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    silence: Annotated[float, msgspec.Meta(ge=0.5, le=30)] | None = None
    glossary: tuple[str, ...] | None = None


class OcrOptions(msgspec.Struct, frozen=True):
    """`interval`: seconds between the pictures that are read."""

    preset: Preset | None = None
    interval: Annotated[float, msgspec.Meta(ge=0.2, le=60)] | None = None
    detection_side: Side | None = None
    device: Device | None = None


class SceneOptions(msgspec.Struct, frozen=True):
    """`threshold`: how much must change for a cut; smaller finds more. `interval_s` 0: every decoded picture."""

    preset: Preset | None = None
    threshold: Annotated[float, msgspec.Meta(ge=1, le=255)] | None = None
    interval_s: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


class ProcessorsSettings(msgspec.Struct, frozen=True):
    """`default` is what a new task runs. The tables by processor are the options that it understands."""

    default: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = ("face", "asr", "ocr", "scene")
    face: FaceOptions = FaceOptions()
    asr: AsrOptions = AsrOptions()
    ocr: OcrOptions = OcrOptions()
    scene: SceneOptions = SceneOptions()

    def options(self) -> dict[str, dict[str, SettingValue]]:
        """By processor, what is set."""
        tables = {"face": self.face, "asr": self.asr, "ocr": self.ocr, "scene": self.scene}
        return {
            name: {key: value for key, value in msgspec.structs.asdict(table).items() if value not in (None, ())}
            for name, table in tables.items()
        }


class ResourcesSettings(msgspec.Struct, frozen=True):
    """How the program behaves towards the rest of the machine.

    `suspend_newest`: after a minute of high load by other programs the newest scan stands still, never the last.
    `pause_below_battery` is a percentage on battery power, 0 never. `pause_below_disk_mb` (10^6 bytes) is the room
    on the data folder's volume below which nothing is started. `keep_awake`: the machine does not fall asleep
    while a scan runs.
    """

    suspend_newest: bool = True
    pause_below_battery: Annotated[float, msgspec.Meta(ge=0, le=100)] = 0.0
    pause_below_disk_mb: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 200
    keep_awake: bool = True


class WindowSettings(msgspec.Struct, frozen=True):
    """`on_close`: what closing the window does while something is scanned; "background" leaves the tray's icon."""

    theme: Literal["system", "light", "dark"] = "system"
    language: Literal["system", "en", "zh_CN"] = "system"
    on_close: Literal["ask", "background", "quit"] = "ask"


class NoticesSettings(msgspec.Struct, frozen=True):
    """What the system's notifications tell a person who looks elsewhere: a failure, the end of all, each file."""

    failure: bool = True
    end: bool = True
    file: bool = False


class UpdatesSettings(msgspec.Struct, frozen=True):
    """`check`: whether to ask once a day for a newer version. Off until the person switches it on."""

    check: bool = False


class PrivacySettings(msgspec.Struct, frozen=True):
    """`faces`: whether videos may be looked at for faces. "ask" until the person has said so; none is looked for
    before."""

    faces: FacesAnswer = "ask"


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
    notices: NoticesSettings = NoticesSettings()
    updates: UpdatesSettings = UpdatesSettings()
    library: LibrarySettings = LibrarySettings()
    privacy: PrivacySettings = PrivacySettings()
    api: ApiSettings = ApiSettings()
    schedule: ScheduleSettings = ScheduleSettings()


_ALL = fields_of(Settings)
_BY_KEY = {field.key: field for field in _ALL}
#: The settings that a list of settings shows, in the order of the schema: the schedule and the watched folders
#: have dialogs of their own.
FIELDS = tuple(field for field in _ALL if field.kind is not Kind.TABLES and not field.key.startswith("schedule."))
#: The same, each by its key.
FIELD_OF = {field.key: field for field in FIELDS}


def value_of(settings: Settings, key: str) -> SettingValue | None:
    """What the setting of that dotted key is; None where it is unset. Raises `AttributeError` for no setting."""
    found: object = settings
    for part in key.split("."):
        found = getattr(found, part)
    return found  # type: ignore[return-value]


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
        else:
            _take_section(name, known[name], table, sections, name, problems)
    return Settings(**sections), tuple(problems)  # type: ignore[arg-type]


def _take_section(
    name: str,
    kind: type[msgspec.Struct],
    table: object,
    into: dict[str, Any],
    key: str,
    problems: list[SettingProblem],
) -> None:
    if isinstance(table, Mapping):
        into[key] = _section(name, kind, table, problems)
    else:
        problems.append(SettingProblem(name, say(Said.NO_VALUE_BUT_SECTION, section=name)))


def _section(
    name: str, kind: type[msgspec.Struct], table: Mapping[str, object], problems: list[SettingProblem]
) -> msgspec.Struct:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        dotted = f"{name}.{key}"
        if key not in fields:
            problems.append(SettingProblem(dotted, say(Said.NO_SETTING, key=key, section=name)))
        elif dotted not in _BY_KEY:
            _take_section(dotted, fields[key], value, values, key, problems)
        else:
            try:
                taken = msgspec.convert(value, fields[key])
                if dotted == GLOSSARY_KEY:
                    glossary.read(taken)
                values[key] = taken
            except glossary.BadGlossary as refusal:
                problems.append(SettingProblem(dotted, str(refusal)))
            except msgspec.ValidationError:
                problems.append(SettingProblem(dotted, _BY_KEY[dotted].refusal(value)))
    return kind(**values)

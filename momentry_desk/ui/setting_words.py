"""The words of every setting, in the language of the window, and the page on which each stands."""

from PySide6.QtCore import QCoreApplication, QLocale

from momentry_desk.ui import words
from momentry_desk.ui.processor_words import SettingWords, group_name, processors

__all__ = ["PAGES", "SettingWords", "group_name", "on_or_off", "page_name", "setting", "shown"]

translate = QCoreApplication.translate

#: The pages in their order, each with its groups of keys; a group's name is one of `group_name`.
PAGES: dict[str, dict[str, tuple[str, ...]]] = {
    "general": {
        "": ("queue.max_concurrent", "queue.dynamic_concurrency", "resources.keep_awake", "window.on_close"),
        "notices": ("notices.failure", "notices.end", "notices.file"),
        "updates": ("updates.check",),
    },
    "queue": {
        "": ("queue.max_retries", "queue.retry_delay", "queue.task_timeout", "queue.fair_start_every"),
    },
    "processors": {
        "": ("processors.default",),
        "face": (
            "processors.face.preset",
            "processors.face.interval_s",
            "processors.face.detection_side",
        ),
        "asr": (
            "processors.asr.preset",
            "processors.asr.language",
            "processors.asr.model",
            "processors.asr.device",
            "processors.asr.beam",
            "processors.asr.silence",
            "processors.asr.glossary",
        ),
        "ocr": (
            "processors.ocr.preset",
            "processors.ocr.interval",
            "processors.ocr.detection_side",
            "processors.ocr.device",
        ),
        "scene": ("processors.scene.preset", "processors.scene.threshold", "processors.scene.interval_s"),
    },
    "resources": {
        "": (
            "queue.cpu_threshold",
            "queue.memory_threshold",
            "queue.gpu_threshold",
            "resources.suspend_newest",
            "resources.pause_below_battery",
            "resources.pause_below_disk_mb",
        ),
    },
    "api": {
        "": (
            "api.enabled",
            "api.port",
            "api.token_on_loopback",
            "api.host",
            "api.allowed_hosts",
            "api.origins",
            "api.rate_limit",
        ),
    },
    "folders": {"": ("library.folders",)},
    "privacy": {"": ("privacy.faces", "api.callback_hosts", "api.callback_secret")},
    "appearance": {"": ("window.theme", "window.language")},
}


def page_name(page: str) -> str:
    match page:
        case "general":
            return translate("Settings", "General")
        case "queue":
            return translate("Settings", "Queue")
        case "processors":
            return translate("Settings", "Processors and models")
        case "resources":
            return translate("Settings", "Resources")
        case "api":
            return translate("Settings", "API")
        case "folders":
            return translate("Settings", "Folders")
        case "privacy":
            return translate("Settings", "Privacy")
        case _:
            return translate("Settings", "Appearance")


def setting(key: str) -> SettingWords:
    """The words of one setting. Raises `KeyError` where it has none."""
    section, _, _ = key.partition(".")
    return _SECTIONS[section]()[key]


def _queue() -> dict[str, SettingWords]:
    percent, seconds = " %", translate("Settings", " s", "seconds")
    return {
        "queue.max_concurrent": SettingWords(
            translate("Settings", "Scans at once"),
            translate("Settings", "How many videos are scanned at the same time, at most."),
            special={0: translate("Settings", "As the machine suggests")},
        ),
        "queue.dynamic_concurrency": SettingWords(
            translate("Settings", "Give way to other programs"),
            translate("Settings", "Fewer scans run at once while other programs need the machine."),
        ),
        "queue.cpu_threshold": SettingWords(
            translate("Settings", "CPU limit"),
            translate("Settings", "Another scan starts only where it leaves the processor below this load."),
            percent,
        ),
        "queue.memory_threshold": SettingWords(
            translate("Settings", "Memory limit"),
            translate("Settings", "Another scan starts only where it leaves the memory below this share."),
            percent,
        ),
        "queue.gpu_threshold": SettingWords(
            translate("Settings", "GPU limit"),
            translate("Settings", "Another scan on the graphics card starts only below this load."),
            percent,
        ),
        "queue.max_retries": SettingWords(
            translate("Settings", "Tries after a failure"),
            translate("Settings", "A scan that failed for a cause that may pass is tried again so many times."),
            special={0: translate("Settings", "None")},
        ),
        "queue.retry_delay": SettingWords(
            translate("Settings", "Wait before the next try"),
            translate("Settings", "The first wait; each further one is longer."),
            seconds,
        ),
        "queue.task_timeout": SettingWords(
            translate("Settings", "Longest scan"),
            translate("Settings", "A scan that ran for longer than this is ended as failed. Pauses do not count."),
            seconds,
        ),
        "queue.fair_start_every": SettingWords(
            translate("Settings", "Turn of the waiting"),
            translate(
                "Settings",
                "Of so many starts, one goes to the video of a lower priority that has waited longest, so that "
                "nothing waits for ever.",
            ),
            special={0: translate("Settings", "Never")},
        ),
    }


def _resources() -> dict[str, SettingWords]:
    return {
        "resources.suspend_newest": SettingWords(
            translate("Settings", "Stand still for others"),
            translate(
                "Settings",
                "After a minute of high load by other programs the newest scan stands still, never the last one.",
            ),
        ),
        "resources.pause_below_battery": SettingWords(
            translate("Settings", "Pause on battery below"),
            translate("Settings", "On battery power the queue pauses below this charge."),
            " %",
            special={0: translate("Settings", "Never")},
        ),
        "resources.pause_below_disk_mb": SettingWords(
            translate("Settings", "Keep free on the disk"),
            translate("Settings", "Nothing is started while the disk of the data folder has less room than this."),
            " MB",
        ),
        "resources.keep_awake": SettingWords(
            translate("Settings", "Keep the machine awake"),
            translate("Settings", "The machine does not fall asleep while a scan runs."),
        ),
    }


def _window() -> dict[str, SettingWords]:
    system = translate("Settings", "As the system")
    return {
        "window.theme": SettingWords(
            translate("Settings", "Theme"),
            translate("Settings", "Light, dark, or whichever the system uses."),
            choices={
                "system": system,
                "light": translate("Settings", "Light"),
                "dark": translate("Settings", "Dark"),
            },
        ),
        "window.language": SettingWords(
            translate("Settings", "Language"),
            translate("Settings", "The language of this window; dates and numbers follow it."),
            choices={"system": system, "en": "English", "zh_CN": "简体中文"},
        ),
        "window.on_close": SettingWords(
            translate("Settings", "Closing while it scans"),
            translate("Settings", "In the background an icon in the system's tray brings the window back."),
            choices={
                "ask": translate("Settings", "Ask"),
                "background": translate("Settings", "Go on in the background"),
                "quit": translate("Settings", "Stop and quit"),
            },
        ),
    }


def _notices() -> dict[str, SettingWords]:
    return {
        "notices.failure": SettingWords(
            translate("Settings", "A scan failed"),
            translate("Settings", "Told while you look at another window."),
        ),
        "notices.end": SettingWords(
            translate("Settings", "The queue is done"),
            translate("Settings", "Told once, when nothing runs and nothing waits any more."),
        ),
        "notices.file": SettingWords(
            translate("Settings", "Each video that was scanned"),
            translate("Settings", "Many at once make many notifications."),
        ),
    }


def _updates() -> dict[str, SettingWords]:
    return {
        "updates.check": SettingWords(
            translate("Settings", "Look for a newer version once a day"),
            translate(
                "Settings",
                "One HTTPS request to the address below. It carries the program's name and nothing about you, this "
                "machine or your videos; like every web server, that one sees your network address. Nothing is "
                "fetched or installed by itself.",
            ),
        ),
    }


def _privacy() -> dict[str, SettingWords]:
    return {
        "privacy.faces": SettingWords(
            translate("Settings", "Look for faces"),
            translate(
                "Settings", "Faces are compared on this machine alone; before you said yes none is looked at."
            ),
            choices={
                "ask": translate("Settings", "Ask"),
                "yes": translate("Settings", "Yes"),
                "no": translate("Settings", "No"),
            },
        ),
    }


def _library() -> dict[str, SettingWords]:
    return {
        "library.folders": SettingWords(
            translate("Settings", "Folders of the library"),
            translate("Settings", "A program on another machine may name files in these folders alone."),
        ),
    }


def _api() -> dict[str, SettingWords]:
    return {
        "api.enabled": SettingWords(
            translate("Settings", "Let other programs drive the queue"),
            translate("Settings", "Over HTTP, on this machine alone unless you change the address below."),
        ),
        "api.host": SettingWords(
            translate("Settings", "Address"),
            translate(
                "Settings",
                "127.0.0.1 is this machine alone; 0.0.0.0 lets the whole network in, without encryption.",
            ),
        ),
        "api.port": SettingWords(
            translate("Settings", "Port"),
            translate("Settings", "Where other programs find it. 0 takes any that is free."),
        ),
        "api.token_on_loopback": SettingWords(
            translate("Settings", "Ask programs of this machine for the token"),
            translate("Settings", "Programs on other machines always need it."),
        ),
        "api.origins": SettingWords(
            translate("Settings", "Web pages that may call"),
            translate("Settings", "Their origins, such as http://localhost:5173, with commas between."),
        ),
        "api.allowed_hosts": SettingWords(
            translate("Settings", "Names of this machine"),
            translate("Settings", "Names by which other machines call it, with commas between."),
        ),
        "api.callback_hosts": SettingWords(
            translate("Settings", "Hosts that may be told"),
            translate(
                "Settings",
                "The end of a scan may be told to these hosts beside this machine, with commas between; * is any.",
            ),
        ),
        "api.callback_secret": SettingWords(
            translate("Settings", "Secret for what is told"),
            translate("Settings", "Signs each such message, so that its receiver can trust it."),
        ),
        "api.rate_limit": SettingWords(
            translate("Settings", "Requests a second"),
            translate("Settings", "So many are answered from one address; more are turned away."),
        ),
    }


_SECTIONS = {
    "queue": _queue,
    "processors": processors,
    "resources": _resources,
    "window": _window,
    "notices": _notices,
    "updates": _updates,
    "privacy": _privacy,
    "library": _library,
    "api": _api,
}


def shown(key: str, value: object) -> str:
    """A value as a person reads it."""
    said = setting(key)
    if value is None:
        return said.unset
    if isinstance(value, bool):
        return on_or_off(value)
    if isinstance(value, int | float):
        plain = value if isinstance(value, int) or not value.is_integer() else int(value)
        text = QLocale().toString(plain) if isinstance(plain, int) else QLocale().toString(plain, "g", 6)
        return said.special.get(value) or text + said.unit
    if isinstance(value, tuple):
        return words.listed([said.choices.get(one, one) for one in value])
    return said.choices.get(str(value), str(value))


def on_or_off(on: bool) -> str:
    return translate("Settings", "On") if on else translate("Settings", "Off")

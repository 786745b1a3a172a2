"""What a person can send along with a report of trouble: logs, versions, settings; nothing of the footage."""

import io
import json
import os
import platform
import re
import sys
import zipfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import msgspec

from momentry_desk import __version__
from momentry_desk.core.settings import Settings
from momentry_desk.engine.stores import Stores
from momentry_desk.export import files

_SECRETS = re.compile("secret|token$|password")
_PACKAGES = (
    "PySide6-Essentials",
    "av",
    "ctranslate2",
    "faster-whisper",
    "numpy",
    "onnxruntime",
    "opencv-python-headless",
    "peewee",
    "qasync",
    "rapidocr",
)
#: Of each log file its end: what a report is about happened last.
_LOG_BYTES = 1_000_000


def save(target: Path, stores: Stores, settings: Settings, data_folder: Path) -> None:
    """Write a ZIP file. The home folder stands as "~" in it; secrets are left out. Raises `ExportRefused`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", _discreet(json.dumps(_about(stores), indent=1)))
        archive.writestr("settings.json", _discreet(json.dumps(_without_secrets(settings), indent=1)))
        for log in sorted((data_folder / "logs").glob("*.log*")):
            archive.writestr(f"logs/{log.name}", _discreet(_end_of(log)))
    files.write(target, packed.getvalue(), overwrite=True)


def _about(stores: Stores) -> dict[str, object]:
    counts = stores.tasks.counts()
    return {
        "version": __version__,
        "python": sys.version,
        "frozen": bool(getattr(sys, "frozen", False)),
        "system": platform.platform(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "tasks": msgspec.to_builtins(counts),
        "database_bytes": stores.database.path.stat().st_size,
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "?"


def _without_secrets(settings: Settings) -> object:
    def clean(value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        return {
            key: ("(set)" if one else "") if _SECRETS.search(key) and isinstance(one, str) else clean(one)
            for key, one in value.items()
        }

    return clean(msgspec.to_builtins(settings))


def _end_of(log: Path) -> str:
    try:
        return log.read_bytes()[-_LOG_BYTES:].decode("utf-8", "replace")
    except OSError as error:
        return f"(not readable: {error})"


def _discreet(text: str) -> str:
    """Without the name of the user, as far as it stands in the path of the home folder."""
    return text.replace(str(Path.home()), "~")

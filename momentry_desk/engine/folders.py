"""Where the program keeps what it writes."""

import os
from pathlib import Path

import platformdirs

from momentry_desk.core import bundle

NAME = "momentry-desk"
#: Folders with the models' weights, beside the data folder's own.
WEIGHTS_VARIABLE = "MOMENTRY_WEIGHTS"


def data_folder(given: str | None = None) -> Path:
    """`--data`, else MOMENTRY_DATA, else the platform's place for a user's data."""
    chosen = given or os.environ.get("MOMENTRY_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def settings_file(given: str | None, data: Path) -> Path:
    """`--config`, else beside the data where that was moved, else the platform's place for settings."""
    if given:
        return Path(given).expanduser().absolute()
    if data != Path(platformdirs.user_data_dir(NAME, appauthor=False)):
        return data / "momentry.toml"
    return Path(platformdirs.user_config_dir(NAME, appauthor=False)) / "momentry.toml"


def weight_folders(data: Path) -> tuple[str, ...]:
    """Where weights may lie: the data folder's own first, what an installer brought along last."""
    others = [part for part in os.environ.get(WEIGHTS_VARIABLE, "").split(os.pathsep) if part]
    shipped = [str(bundle.WEIGHTS)] if bundle.WEIGHTS.is_dir() else []
    return (str(data / "weights"), *others, *shipped)


def make_private(folder: Path) -> None:
    """Make a folder that only the user may enter. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)

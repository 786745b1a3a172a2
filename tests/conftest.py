"""What every room's tests share: the real clips, the weights, a data folder of their own."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def pytest_configure() -> None:
    os.environ.setdefault("MOMENTRY_WEIGHTS", str(ROOT / ".weights"))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def real_media() -> Path:
    """The folder of real clips, which does not belong to the project."""
    folder = ROOT.parent / "shared" / "media"
    if not folder.is_dir():
        pytest.skip(f"the real clips are not here ({folder})")
    return folder


@pytest.fixture(scope="session")
def weights() -> Path:
    """The folder with the models' weights, as the set-up installs it."""
    folder = Path(os.environ["MOMENTRY_WEIGHTS"].split(os.pathsep)[0])
    if not folder.is_dir():
        pytest.skip(f"no weights in {folder}; `python3 packaging/dev.py setup` fetches them")
    return folder


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that belongs to one test; MOMENTRY_DATA points at it."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MOMENTRY_DATA", str(folder))
    return folder

"""Finds the models' files on this machine and proves, before the first load, that they are the right bytes.

A model lies in a folder of its name below a weights folder. A proof by SHA-256 is remembered beside the files with
their size and time of change, so that a later start need not read 145 MB again.
"""

import contextlib
import hashlib
import importlib.util
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from momentry_desk.core import weights
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.weights import Model, ModelState, WeightFile
from momentry_desk.processors.base import MissingModel, ProcessorTrouble

_MARKER = ".verified.json"


class WrongModel(MissingModel):
    """A file is there under the right name with other bytes than the catalogue's."""


class _Proof(msgspec.Struct, frozen=True):
    """What a file was when its SHA-256 was last found right."""

    size: int
    mtime_ns: int
    sha256: str


_proof_decoder = msgspec.json.Decoder(dict[str, _Proof])

#: Proofs of this process, for folders where no marker can be written.
_proven: dict[Path, _Proof] = {}


def data_weights(data_folder: Path) -> Path:
    """Where a data folder keeps its weights: what `install` is told to fill."""
    return data_folder / "weights"


def folders_in_environment() -> tuple[Path, ...]:
    """The further weights folders that `MOMENTRY_WEIGHTS` names, in their order."""
    return tuple(Path(part) for part in os.environ.get("MOMENTRY_WEIGHTS", "").split(os.pathsep) if part)


def find(name: str, folders: Iterable[Path | str], *, anew: bool = False) -> Path:
    """The folder with all files of the model, each proven right; with `anew` earlier proofs count for nothing.

    Raises `MissingModel` (`WrongModel` is one) and `weights.UnknownModel`.
    """
    model = weights.model(name)
    wrong: MissingModel | None = None
    for folder in _places(model, folders):
        if not all((folder / file.name).is_file() for file in model.files):
            continue
        try:
            _prove(model, folder, anew=anew)
        except MissingModel as error:
            # A later folder may still hold the right bytes.
            wrong = wrong or error
        else:
            return folder
    raise wrong or _trouble(model, say(Said.MODEL_MISSING, model=model.name), MissingModel)


def verify(name: str, folder: Path) -> None:
    """Read every byte again and hold it against the catalogue.

    `folder` is a weights folder. Raises `MissingModel` or `WrongModel`.
    """
    model = weights.model(name)
    place = _places(model, (folder,))[0]
    for file in model.files:
        if not (place / file.name).is_file():
            lacks = say(Said.MODEL_LACKS, model=model.name, path=place / file.name)
            raise _trouble(model, lacks, MissingModel)
    _prove(model, place, anew=True)


def remove(name: str, folder: Path) -> bool:
    """Delete the model's files from a weights folder; False where none were there.

    Raises `ProcessorTrouble` for a model that is part of an installed package.
    """
    model = weights.model(name)
    if model.shipped_in:
        raise ProcessorTrouble(say(Said.MODEL_STAYS, model=name, package=model.shipped_in))
    place = folder / name
    if not place.is_dir():
        return False
    found = False
    for file_name in (*(file.name for file in model.files), _MARKER):
        path = place / file_name
        found = found or path.is_file()
        path.unlink(missing_ok=True)
        _proven.pop(path, None)
    if not any(place.iterdir()):
        place.rmdir()
    return found


def state(name: str, folders: Sequence[Path | str], *, anew: bool = False) -> ModelState:
    """Whether the model can be used, as a value; proofs are made where they are missing, or all with `anew`."""
    try:
        folder = find(name, folders, anew=anew)
    except MissingModel as error:
        return ModelState(name, installed=False, problem=str(error), wrong=isinstance(error, WrongModel))
    return ModelState(name, installed=True, folder=str(folder))


def states(folders: Sequence[Path | str]) -> tuple[ModelState, ...]:
    """`state` of every model in the catalogue, in its order."""
    return tuple(state(model.name, folders) for model in weights.CATALOGUE)


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remember_proof(model: Model, folder: Path) -> None:
    """Write down that every file of the model in `folder` has just been found right."""
    proofs: dict[str, _Proof] = {}
    for file in model.files:
        status = (folder / file.name).stat()
        proofs[file.name] = _Proof(status.st_size, status.st_mtime_ns, file.sha256)
        _proven[folder / file.name] = proofs[file.name]
    temporary = folder / f"{_MARKER}.{os.getpid()}"
    try:
        temporary.write_bytes(msgspec.json.encode(proofs))
        temporary.replace(folder / _MARKER)
    except OSError:
        # A weights folder may be read-only or full: the proof of this process stands, the next start hashes again.
        temporary.unlink(missing_ok=True)


def _places(model: Model, folders: Iterable[Path | str]) -> tuple[Path, ...]:
    if not model.shipped_in:
        return tuple(Path(folder) / model.name for folder in folders)
    # The package's place is asked for without importing it.
    spec = importlib.util.find_spec(model.shipped_in)
    found = spec.submodule_search_locations if spec else None
    return tuple(Path(place) / model.shipped_folder for place in found or ())


def _prove(model: Model, folder: Path, *, anew: bool = False) -> None:
    marked = _marked(folder)
    unproven = [
        file for file in model.files if anew or not _stands(folder / file.name, file, marked.get(file.name))
    ]
    if anew:
        # A proof that does not hold any more must not outlive this look.
        for file in model.files:
            _proven.pop(folder / file.name, None)
        with contextlib.suppress(OSError):
            (folder / _MARKER).unlink(missing_ok=True)
    for file in unproven:
        path = folder / file.name
        size = path.stat().st_size
        if size != file.size:
            wrong = say(Said.MODEL_OF_WRONG_SIZE, model=model.name, path=path, size=size, expected=file.size)
            raise _trouble(model, wrong, WrongModel)
        if digest(path) != file.sha256:
            wrong = say(Said.MODEL_OF_WRONG_CONTENT, model=model.name, path=path)
            raise _trouble(model, wrong, WrongModel)
    if unproven:
        if model.shipped_in:
            # No marker goes into another package's folder.
            for file in unproven:
                status = (folder / file.name).stat()
                _proven[folder / file.name] = _Proof(status.st_size, status.st_mtime_ns, file.sha256)
        else:
            remember_proof(model, folder)


def _stands(path: Path, file: WeightFile, marked: _Proof | None) -> bool:
    status = path.stat()
    now = _Proof(status.st_size, status.st_mtime_ns, file.sha256)
    return now in (marked, _proven.get(path))


def _marked(folder: Path) -> dict[str, _Proof]:
    try:
        return _proof_decoder.decode((folder / _MARKER).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}


def _trouble(model: Model, reason: str, kind: type[MissingModel]) -> MissingModel:
    if model.shipped_in:
        cure = say(Said.COMES_WITH_PACKAGE, package=model.shipped_in)
    else:
        cure = say(Said.INSTALL_FETCHES_IT, model=model.name)
    return kind(model.name, f"{reason} {cure}")

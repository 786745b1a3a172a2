"""What the documentation says, schemathesis holds the server to: no server error, every answer as documented."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication

from momentry_desk.core.settings import ApiSettings
from momentry_desk.engine.engine import Engine
from momentry_desk.http.server import ApiServer
from tests.http.conftest import TOKEN, ServerMaker
from tests.http.memory_queue import MemoryQueue

EXAMPLES = 15

# A callback's address may be well-formed and refused all the same: only some hosts may be called. A cursor is one
# that the server gave out.
CONFIGURATION = """
[[operations]]
include-operation-id-regex = "deep_scan|findings|search"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422"]
"""


def hold_to_documentation(server: ApiServer, folder: Path, *, examples: int, configuration: str) -> None:
    """Run schemathesis with all its checks; fail with what it says."""
    file = folder / "schemathesis.toml"
    file.write_text(configuration)
    # The stream of events has no end; it has tests of its own.
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", str(file)),
            "run",
            f"{server.url}/openapi.json",
            *("--checks", "all"),
            *("--header", f"Authorization: Bearer {TOKEN}"),
            *("--exclude-path", "/api/v1/events"),
            *("--max-examples", str(examples)),
            *("--seed", "1"),
            "--no-color",
        ],
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout[-12_000:] + done.stderr[-2_000:]


@pytest.mark.timeout(180)
def test_every_answer_is_as_documented(serve: ServerMaker, queue: MemoryQueue, tmp_path: Path) -> None:
    server = serve(rate_limit=100_000, callback_hosts=("*",))
    # "0" is what schemathesis fills into a path first: so some of its requests meet something.
    queue.known["0"] = queue.known[queue.register("clip.mp4")]
    queue.submit(("0",), processors=("face",)).result()
    queue.rows["0"] = msgspec.structs.replace(queue.rows.pop("task_000001"), task_id="0")
    hold_to_documentation(server, tmp_path, examples=EXAMPLES, configuration=CONFIGURATION)


@pytest.mark.timeout(180)
def test_every_answer_of_the_real_queue_is_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, application: QCoreApplication
) -> None:
    monkeypatch.setenv("MOMENTRY_SCRIPTED", "1")
    clip = tmp_path / "clip.scripted"
    clip.write_text('{"duration": 10, "steps": [{"finding": "word", "at": 1.0}]}')
    data = tmp_path / "data"
    data.mkdir()
    (data / "momentry.toml").write_text('[api]\ncallback_hosts = ["*"]\n')
    engine = Engine(data, settings_path=data / "momentry.toml", callback_resolver=lambda host, port: ["127.0.0.1"])
    engine.start().result(30)
    server = ApiServer(engine, ApiSettings(port=0, rate_limit=100_000), data_folder=data, token=TOKEN)
    try:
        (uuid,) = engine.add([str(clip)], scan=False).result(30).file_uuids
        (submitted,) = engine.submit([uuid], processors=("scripted",)).result(30)
        server.start()
        assert server.wait_ready()
        known = f'[parameters]\n"path.file_uuid" = "{uuid}"\n"path.task_id" = "{submitted.task_id}"\n'
        hold_to_documentation(server, tmp_path, examples=5, configuration=known + CONFIGURATION)
    finally:
        assert server.stop()
        assert engine.stop()

"""What the documentation says, schemathesis holds the server to: no server error, every answer as documented."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.http.conftest import TOKEN, ServerMaker
from tests.http.memory_queue import MemoryQueue

EXAMPLES = 15

# A callback's address may be well-formed and refused all the same: only some hosts may be called. A cursor is one
# that the server gave out.
CONFIGURATION = """
[[operations]]
include-operation-id-regex = "deep_scan|findings"
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422"]
"""


@pytest.mark.timeout(180)
def test_every_answer_is_as_documented(serve: ServerMaker, queue: MemoryQueue, tmp_path: Path) -> None:
    server = serve(rate_limit=100_000, callback_hosts=("*",))
    # "0" is what schemathesis fills into a path first: so some of its requests meet something.
    queue.known["0"] = queue.known[queue.register("clip.mp4")]
    queue.submit(("0",), processors=("face",)).result()
    queue.rows["0"] = msgspec.structs.replace(queue.rows.pop("task_000001"), task_id="0")
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    # The stream of events has no end; it has tests of its own.
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", str(configuration)),
            "run",
            f"{server.url}/openapi.json",
            *("--checks", "all"),
            *("--header", f"Authorization: Bearer {TOKEN}"),
            *("--exclude-path", "/api/v1/events"),
            *("--max-examples", str(EXAMPLES)),
            *("--seed", "1"),
            "--no-color",
        ],
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout[-12_000:] + done.stderr[-2_000:]

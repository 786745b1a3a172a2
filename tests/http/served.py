"""The real program under `momentry-desk serve`, over a data folder of its own, and a program that it tells."""

import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]
START_S = 60


class Served:
    """One life of the program. `client` speaks to it with the token."""

    def __init__(self, folder: Path, *, processor: str = "scripted", **settings: object) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir(exist_ok=True)
        queue = {"max_concurrent": 2, "dynamic_concurrency": False, "retry_delay": 0.1}
        lines = ["[queue]", *(f"{key} = {json.dumps(value)}" for key, value in {**queue, **settings}.items())]
        lines += ["[processors]", f"default = {json.dumps([processor])}", "[privacy]", 'faces = "yes"']
        (self.data / "momentry.toml").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "momentry_desk", "serve", "--data", str(self.data), "--port", "0"],
            cwd=ROOT,
            env={**os.environ, "MOMENTRY_SCRIPTED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert "The queue runs" in (said := self.process.stdout.readline()), said + self._rest()
        said = self.process.stdout.readline()
        assert "Listening on" in said, said + self._rest()
        self.url = said.split()[2].rstrip(";")
        self.token = (self.data / "api-token").read_text().strip()
        self.client = httpx.Client(
            base_url=self.url + "/api/v1",
            headers={"Authorization": f"Bearer {self.token}"},
            trust_env=False,
            timeout=START_S,
        )

    def clip(self, name: str, *steps: dict[str, object]) -> str:
        path = self.folder / f"{name}.scripted"
        path.write_text(json.dumps({"duration": 10, "steps": list(steps)}))
        return str(path)

    def register(self, *paths: str) -> list[str]:
        """The file_uuids, in order."""
        answer = self.client.post("/files", json={"paths": list(paths)}).json()
        assert answer["rejected"] == []
        found = {file["path"]: file["file_uuid"] for file in answer["files"]}
        return [found[path] for path in paths]

    def scan(self, file_uuid: str, **body: object) -> dict[str, Any]:
        answer = self.client.post(f"/file/{file_uuid}/deep-scan", json=body)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def status(self, **query: object) -> dict[str, Any]:
        told: dict[str, Any] = self.client.get("/queue/status", params=query).json()  # type: ignore[arg-type]
        return told

    def kill(self) -> None:
        self.process.kill()
        self._close()

    def end(self) -> int:
        """As a person does; answers the exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(20)
        self._close()
        return self.process.returncode

    def _close(self) -> None:
        self.client.close()
        with self.process:
            self.process.kill()

    def _rest(self) -> str:
        self.process.kill()
        return self.process.communicate()[1]


class Hearer:
    """A program that is told of ends; it answers as `answer` says and keeps what it heard."""

    def __init__(self, answer: Callable[[http.server.BaseHTTPRequestHandler], None]) -> None:
        self.heard: list[tuple[str, bytes]] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.heard.append((self.headers["x-momentry-event-id"], body))
                answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/ended"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

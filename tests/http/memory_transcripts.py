"""Transcripts in memory: edits what a queue in memory has found."""

from concurrent.futures import Future

import msgspec

from momentry_desk.core.findings import Finding, SpeechSegment


class MemoryTranscripts:
    """`found` are the findings by file_uuid; what was heard is forgotten."""

    def __init__(self, found: dict[str, list[Finding]]) -> None:
        self._found = found

    def edit(self, file_uuid: str, start: float, end: float, text: str) -> "Future[bool]":
        return self._change(file_uuid, (start, end), text=text, edited=True)

    def restore(self, file_uuid: str, start: float, end: float) -> "Future[bool]":
        return self._change(file_uuid, (start, end), edited=False)

    def _change(self, file_uuid: str, times: tuple[float, float], **changes: object) -> "Future[bool]":
        answer: Future[bool] = Future()
        lines = self._found.get(file_uuid, [])
        for at, one in enumerate(lines):
            if isinstance(one, SpeechSegment) and (one.start, one.end) == times:
                lines[at] = msgspec.structs.replace(one, **changes)
                answer.set_result(lines[at] != one)
                return answer
        answer.set_result(False)
        return answer

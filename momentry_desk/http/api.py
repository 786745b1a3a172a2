"""What every route works with, and the few looks that several of them share."""

from dataclasses import dataclass
from typing import Any

from momentry_desk.core.model import TaskStatus
from momentry_desk.core.pages import TaskReport
from momentry_desk.core.snapshot import VideoRow
from momentry_desk.http.errors import ApiError, answer
from momentry_desk.http.events import EventRing
from momentry_desk.http.facade import QueueFacade
from momentry_desk.http.schemas import ErrorBody
from momentry_desk.http.security import Tickets


@dataclass(frozen=True)
class Api:
    """The queue, and what belongs to one running server."""

    queue: QueueFacade
    ring: EventRing
    tickets: Tickets

    async def report(self, task_id: str) -> TaskReport:
        """Raises 404 for an unknown task."""
        report = await answer(self.queue.task_report(task_id))
        if report is None:
            raise ApiError(404, "There is no task of this id.", code="unknown_task")
        return report

    async def video(self, file_uuid: str) -> VideoRow:
        """Raises 404 for an unknown file."""
        rows = await answer(self.queue.videos_of((file_uuid,)))
        if not rows:
            raise ApiError(
                404,
                "No file of this file_uuid is registered. POST /api/v1/files registers one.",
                code="unknown_file",
            )
        return rows[0]


def conflict(status: TaskStatus, verb: str) -> ApiError:
    return ApiError(409, f"The task is {status.value} and cannot be {verb}.", code=f"task_{status.value}")


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documented refusals of a route: its own, and those that any route may give."""
    meanings = {
        400: "Not understood",
        401: "No token, or a wrong one",
        403: "Host, Origin or path refused",
        404: "Unknown",
        408: "The body came too slowly",
        409: "The state does not allow it",
        413: "Body too large",
        415: "Body is no JSON",
        422: "A field is wrong",
        429: "Too many requests",
        503: "Busy, or shutting down",
    }
    common = (400, 401, 403, 408, 413, 415, 422, 429, 503)
    return {
        status: {"model": ErrorBody, "description": meanings[status]} for status in sorted({*common, *statuses})
    }

"""The machine's resources, the stream of events, and whether the server is there at all."""

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

import momentry_desk
from momentry_desk.http import schemas, views
from momentry_desk.http.api import Api, refusals
from momentry_desk.http.errors import ApiError, answer
from momentry_desk.http.events import EventRing, TooManyStreams
from momentry_desk.http.security import TICKET_LIFE_S


def service_routes(api: Api) -> APIRouter:
    router = APIRouter(tags=["service"])

    @router.get("/resources", responses=refusals())
    async def resources() -> schemas.ResourcesAnswer:
        """How many scans may run now, and why; the machine's last minutes, oldest first."""
        snapshot = api.queue.snapshot()
        return schemas.ResourcesAnswer(
            slots=snapshot.slots,
            reason=snapshot.slots_reason,
            max_concurrent=snapshot.max_concurrent,
            dynamic=snapshot.settings.queue.dynamic_concurrency,
            samples=[views.sample_entry(sample) for sample in await answer(api.queue.resource_history())],
        )

    @router.post("/events/ticket", responses=refusals())
    async def ticket() -> schemas.Ticket:
        """A one-time admission to the event stream, for browsers: GET /api/v1/events?ticket=…"""
        return schemas.Ticket(ticket=api.tickets.issue(), expires_in=TICKET_LIFE_S)

    @router.get(
        "/events",
        response_class=StreamingResponse,
        responses={**refusals(), 200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    async def events(
        ticket: Annotated[  # noqa: ARG001 - the gate has taken it; it stands here to be documented
            str | None, Query(max_length=200, description="For browsers, whose EventSource sends no header.")
        ] = None,
        last_event_id: Annotated[
            str | None, Query(max_length=100, description="Where to go on, after a new ticket.")
        ] = None,
        last_event_id_header: Annotated[str | None, Header(alias="Last-Event-ID", max_length=100)] = None,
    ) -> StreamingResponse:
        """Server-sent events: `task` (a row of the queue), `removed` (task_ids), `queue` (numbers and pause),
        `file` (file_uuids), `findings` (file_uuid). `reset` says: too much was missed, look anew."""
        try:
            stream = api.ring.open(last_event_id_header or last_event_id)
        except TooManyStreams as error:
            raise ApiError(
                503, "Too many event streams are open.", code="too_many_streams", headers={"Retry-After": "10"}
            ) from error
        return _EventStream(api.ring, stream)

    return router


class _EventStream(StreamingResponse):
    """Gives its place back when the client goes."""

    def __init__(self, ring: EventRing, stream: AsyncGenerator[bytes, None]) -> None:
        super().__init__(stream, media_type="text/event-stream")
        self._ring = ring
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ring.leave(self._stream)


def health_routes() -> APIRouter:
    """Apart from the others: they need no token on this machine."""
    router = APIRouter(tags=["service"])

    @router.get("/health", responses=refusals())
    async def health() -> schemas.Health:
        return schemas.Health(status="ok", name="Momentry Desk", version=momentry_desk.__version__, api="v1")

    return router

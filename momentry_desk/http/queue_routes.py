"""Submitting scans, and the queue: status, order, pause, retry, settings."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from momentry_desk.core.callbacks import CallbackRefused, check_url
from momentry_desk.core.model import TaskStatus
from momentry_desk.http import request_schemas, schemas, views
from momentry_desk.http.api import Api, conflict, refusals
from momentry_desk.http.errors import ApiError, answer
from momentry_desk.http.schemas import MAX_PAGE

#: Failed tasks that one call puts back.
MAX_RETRIED = 100_000

Limit = Annotated[int, Query(ge=1, le=MAX_PAGE)]
Offset = Annotated[int, Query(ge=0, le=10**9)]


def queue_routes(api: Api) -> APIRouter:
    router = APIRouter(tags=["queue"])
    _add_submission(router, api)
    _add_queue(router, api)
    _add_tasks(router, api)
    _add_settings(router, api)
    return router


def _add_submission(router: APIRouter, api: Api) -> None:
    @router.post("/file/{file_uuid}/deep-scan", responses=refusals(404), tags=["files"])
    async def deep_scan(
        file_uuid: str, body: request_schemas.DeepScanRequest | None = None
    ) -> schemas.DeepScanAnswer:
        """Put a scan of a registered file into the queue. A twin that waits or runs already is answered in its
        place, with `duplicate` true; its callback is added and the higher priority taken."""
        asked = body or request_schemas.DeepScanRequest()
        if asked.callback_url is not None:
            _check_callback(api, asked.callback_url)
        await api.video(file_uuid)
        submitted = await answer(
            api.queue.submit(
                (file_uuid,),
                processors=tuple(dict.fromkeys(asked.processors)) if asked.processors else None,
                priority=asked.priority,
                retry_on_failure=asked.retry_on_failure,
                force=asked.force,
                callback_url=asked.callback_url,
            )
        )
        report = await answer(api.queue.task_report(submitted[0].task_id))
        return views.deep_scan_answer(submitted[0], report)


def _check_callback(api: Api, url: str) -> None:
    try:
        check_url(url, api.queue.snapshot().settings.api.callback_hosts)
    except CallbackRefused as error:
        raise ApiError(
            422,
            str(error),
            code="callback_refused",
            details=[{"field": "body.callback_url", "message": str(error)}],
        ) from error


def _add_queue(router: APIRouter, api: Api) -> None:
    looks: dict[tuple[object, ...], asyncio.Task[bytes]] = {}

    async def look(statuses: tuple[TaskStatus, ...], limit: int, offset: int) -> bytes:
        page = await answer(api.queue.queue_page(statuses=statuses, limit=limit, offset=offset))
        return views.queue_status(page).model_dump_json().encode()

    @router.get("/queue/status", response_model=schemas.QueueStatus, responses=refusals())
    async def queue_status(
        limit: Limit = 100,
        offset: Offset = 0,
        status: Annotated[list[TaskStatus] | None, Query(max_length=5)] = None,
    ) -> Response:
        """Exact numbers, and a page of the queue: what runs, then what waits in its order; with `status`, those
        tasks alone."""
        wanted = (TaskStatus.PROCESSING, TaskStatus.PENDING) if status is None else tuple(dict.fromkeys(status))
        key = (wanted, limit, offset)
        # Many clients ask the same at once, every two seconds each. A look that is not answered yet is behind every
        # change that was: who shares it sees at least what they know of.
        task = looks.get(key)
        if task is None:
            task = looks[key] = asyncio.create_task(look(wanted, limit, offset))
            task.add_done_callback(lambda _task: looks.pop(key, None))
        return Response(await asyncio.shield(task), media_type="application/json")

    @router.post("/queue/pause", responses=refusals())
    async def pause(body: request_schemas.PauseRequest | None = None) -> schemas.QueueState:
        """Start nothing more. What runs is suspended at once, or finishes first."""
        asked = body or request_schemas.PauseRequest()
        snapshot = await answer(api.queue.pause(by="api", reason=asked.reason, finish_running=asked.finish_running))
        return views.queue_state(snapshot)

    @router.post("/queue/resume", responses=refusals())
    async def resume() -> schemas.QueueState:
        return views.queue_state(await answer(api.queue.resume()))

    @router.post("/queue/clear", responses=refusals())
    async def clear(body: request_schemas.ClearRequest | None = None) -> schemas.Cleared:
        """Throw tasks out: those that wait, if nothing else is asked."""
        asked = body or request_schemas.ClearRequest()
        gone = await answer(api.queue.clear(pending=asked.pending, running=asked.running, finished=asked.finished))
        return schemas.Cleared(cleared_count=len(gone), task_ids=list(gone))

    @router.post("/queue/prioritize/{file_uuid}", responses=refusals(404, 409))
    async def prioritize(file_uuid: str) -> schemas.Prioritized:
        """First in queue: all waiting tasks of the file."""
        await api.video(file_uuid)
        rows = await answer(api.queue.rows_of(file_uuid, (TaskStatus.PENDING,)))
        if not rows:
            raise ApiError(409, "No task of this file is waiting.", code="nothing_pending")
        positions = await answer(api.queue.prioritize([row.task_id for row in rows]))
        return schemas.Prioritized(position=min(positions.values(), default=None), positions=positions)

    @router.post("/queue/retry-failed", responses=refusals())
    async def retry_failed() -> schemas.Retried:
        """Put every failed task back."""
        failed = await answer(api.queue.failed_task_ids(MAX_RETRIED))
        tasks = await answer(api.queue.retry(failed)) if failed else ()
        return schemas.Retried(task_ids=[task.task_id for task in tasks])


def _add_tasks(router: APIRouter, api: Api) -> None:
    @router.get("/queue/task/{task_id}", responses=refusals(404))
    async def task(task_id: str) -> schemas.TaskAnswer:
        """One task with every try of it and what became of its callbacks."""
        return views.task_answer(await api.report(task_id))

    @router.put("/queue/task/{task_id}/priority", responses=refusals(404, 409))
    async def set_priority(task_id: str, body: request_schemas.PriorityRequest) -> schemas.Positioned:
        report = await api.report(task_id)
        if report.row.status is not TaskStatus.PENDING:
            raise conflict(report.row.status, "given another priority")
        positions = await answer(api.queue.set_priority((task_id,), body.priority))
        return schemas.Positioned(position=positions.get(task_id))

    @router.delete("/queue/task/{task_id}", responses=refusals(404, 409))
    async def cancel(task_id: str) -> schemas.Cancelled:
        """End a task that waits or runs. Its row stays, cancelled, and can be tried again."""
        report = await api.report(task_id)
        if report.row.status.ended or not await answer(api.queue.cancel((task_id,))):
            raise conflict((await api.report(task_id)).row.status, "cancelled")
        return schemas.Cancelled()

    @router.post("/queue/task/{task_id}/retry", responses=refusals(404, 409))
    async def retry(task_id: str) -> schemas.Retried:
        """Put a failed or cancelled task back, with all its retries again."""
        report = await api.report(task_id)
        tasks = await answer(api.queue.retry((task_id,)))
        if not tasks:
            raise conflict(report.row.status, "tried again, or its twin waits already")
        return schemas.Retried(task_ids=[task.task_id for task in tasks])


def _add_settings(router: APIRouter, api: Api) -> None:
    @router.get("/queue/settings", responses=refusals())
    async def settings() -> schemas.SettingsAnswer:
        snapshot = api.queue.snapshot()
        return views.settings_answer(snapshot.settings.queue, snapshot.max_concurrent)

    @router.put("/queue/settings", responses=refusals())
    async def change_settings(body: request_schemas.SettingsRequest) -> schemas.SettingsAnswer:
        """Change what is named; it is written to momentry.toml and holds at once."""
        changes = {f"queue.{name}": value for name, value in body.model_dump(exclude_none=True).items()}
        queue = api.queue.snapshot().settings.queue
        if changes:
            queue = (await answer(api.queue.change_settings(changes))).queue
        return views.settings_answer(queue, queue.max_concurrent or api.queue.snapshot().max_concurrent)

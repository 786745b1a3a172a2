"""Registering files, looking at them, and what was found in them."""

import asyncio
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request

from momentry_desk.core.messages import Rejected
from momentry_desk.core.snapshot import Copied
from momentry_desk.engine.errors import BadCursor
from momentry_desk.http import request_schemas, schemas, views
from momentry_desk.http.api import Api, refusals
from momentry_desk.http.errors import ApiError, answer
from momentry_desk.http.queue_routes import Limit, Offset
from momentry_desk.http.security import real_files_under


def file_routes(api: Api) -> APIRouter:
    router = APIRouter(tags=["files"])

    @router.post("/files", responses=refusals())
    async def register(request: Request, body: request_schemas.FilesRequest) -> schemas.FilesAdded:
        """Register files, and those in folders with all below, by their absolute paths. Nothing is scanned yet.
        A program on another machine may name single files under the library's folders alone."""
        paths, rejected = _absolute(body.paths)
        if not request.state.any_file:
            folders = api.queue.snapshot().settings.library.folders
            paths, outside = await asyncio.to_thread(real_files_under, paths, folders)
            rejected += [
                Rejected(
                    path,
                    "outside_library",
                    "From here, only files under [library] folders of momentry.toml may be named.",
                )
                for path in outside
            ]
        uuids: tuple[str, ...] = ()
        copies: tuple[Copied, ...] = ()
        if paths:
            added = await answer(api.queue.add(paths, scan=False))
            rejected += added.rejected
            copies = added.copies
            uuids = tuple(dict.fromkeys(added.file_uuids))
        rows = await answer(api.queue.videos_of(uuids)) if uuids else ()
        return schemas.FilesAdded(
            files=[views.file_entry(row) for row in rows],
            rejected=[views.rejected_path(one) for one in rejected],
            copies=[schemas.CopiedPath(path=one.path, of=one.of) for one in copies],
        )

    @router.get("/files", responses=refusals())
    async def files(limit: Limit = 100, offset: Offset = 0) -> schemas.FileList:
        page = await answer(api.queue.video_page(limit=limit, offset=offset))
        return schemas.FileList(files=[views.file_entry(row) for row in page.videos], total=page.total)

    @router.get("/file/{file_uuid}", responses=refusals(404))
    async def file(file_uuid: str) -> schemas.FileEntry:
        return views.file_entry(await api.video(file_uuid))

    @router.get("/file/{file_uuid}/findings", responses=refusals(404))
    async def findings(
        file_uuid: str,
        kind: Annotated[list[Literal["face", "speech", "text", "scene"]] | None, Query(max_length=4)] = None,
        limit: Limit = 100,
        cursor: Annotated[str | None, Query(max_length=200)] = None,
    ) -> schemas.FindingsAnswer:
        """What was found, by time. `next_cursor` asks for what follows; null at the end."""
        await api.video(file_uuid)
        try:
            page = await answer(
                api.queue.findings_page(
                    file_uuid, kinds=tuple(dict.fromkeys(kind)) if kind else None, limit=limit, cursor=cursor
                )
            )
        except BadCursor as error:
            raise ApiError(422, str(error), code="bad_cursor") from error
        return views.findings_answer(page)

    return router


def _absolute(paths: list[str]) -> tuple[list[str], list[Rejected]]:
    """Those that say where they are without a working folder, and a refusal for each of the others."""
    good: list[str] = []
    bad: list[Rejected] = []
    for path in dict.fromkeys(paths):
        if "\0" in path or not Path(path).is_absolute():
            bad.append(
                Rejected(path, "not_absolute", "A path is absolute: it says where the file is from the root on.")
            )
        else:
            good.append(path)
    return good, bad

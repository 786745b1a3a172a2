"""Finding moments in everything that was scanned."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from momentry_desk.core.moments import BadSearchCursor, SearchPage
from momentry_desk.core.paths import readable
from momentry_desk.core.search import MAX_CHARACTERS, Filters
from momentry_desk.http import schemas
from momentry_desk.http.api import Api, refusals
from momentry_desk.http.errors import ApiError, answer
from momentry_desk.http.queue_routes import Limit


def search_routes(api: Api) -> APIRouter:
    router = APIRouter(tags=["search"])

    @router.get("/search", responses=refusals())
    async def search(
        q: Annotated[str, Query(max_length=MAX_CHARACTERS)] = "",
        kind: Annotated[list[Literal["speech", "text", "file", "face"]] | None, Query(max_length=4)] = None,
        person: Annotated[list[Annotated[str, Query(max_length=200)]] | None, Query(max_length=8)] = None,
        limit: Limit = 50,
        cursor: Annotated[str | None, Query(max_length=200)] = None,
    ) -> schemas.SearchAnswer:
        """Moments for words, "phrases" and filters (person:, kind:, folder:, file:, after:, before:), best first.
        With a person and words: where that person is on screen within ten seconds of them. `next_cursor` asks for
        what follows; null at the end."""
        filters = Filters(kinds=tuple(dict.fromkeys(kind or ())), persons=tuple(person or ()))
        try:
            page = await answer(api.queue.search(q, filters=filters, limit=limit, cursor=cursor))
        except BadSearchCursor as error:
            raise ApiError(422, str(error), code="bad_cursor") from error
        return _answer(page)

    return router


def _answer(page: SearchPage) -> schemas.SearchAnswer:
    hits = [
        schemas.SearchHit(
            file_uuid=hit.file_uuid,
            path=readable(hit.path),
            kind=hit.kind,
            start=round(hit.start, 3),
            end=round(hit.end, 3),
            text=hit.text,
            edited=hit.edited,
        )
        for hit in page.hits
    ]
    return schemas.SearchAnswer(hits=hits, next_cursor=page.next_cursor)

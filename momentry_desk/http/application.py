"""Puts routes, errors and documentation together to one application. Heavy: imported when the API starts."""

from collections.abc import Awaitable, Callable

from fastapi import Depends, FastAPI
from fastapi.responses import RedirectResponse
from fastapi.security import HTTPBearer
from fastapi_offline import FastAPIOffline

import momentry_desk
from momentry_desk.http import errors
from momentry_desk.http.api import Api
from momentry_desk.http.file_routes import file_routes
from momentry_desk.http.gate import PREFIX
from momentry_desk.http.queue_routes import queue_routes
from momentry_desk.http.search_routes import search_routes
from momentry_desk.http.service_routes import health_routes, service_routes
from momentry_desk.http.transcript_routes import transcript_routes

_ABOUT = """The scan queue of Momentry Desk for other programs.

Every call carries `Authorization: Bearer TOKEN`; the token stands in the file `api-token` in the data folder.
Programs of this machine read the documentation and `/api/v1/health` without it. A POST, PUT or DELETE with an
`Idempotency-Key` may be sent again: it is answered as the first time. Every refusal has one shape:
`{"success": false, "error": {"code", "message", "details"}}`."""


def build_application(api: Api) -> FastAPI:
    """The application without its gate."""
    # The gate checks the token; this one only says so in the documentation.
    described = HTTPBearer(auto_error=False, description="The content of the file api-token in the data folder")
    app = FastAPIOffline(
        title="Momentry Desk",
        version=momentry_desk.__version__,
        description=_ABOUT,
        redoc_url=None,
        separate_input_output_schemas=False,
        redirect_slashes=False,
    )
    errors.install(app)
    for router in (
        queue_routes(api),
        file_routes(api),
        transcript_routes(api),
        search_routes(api),
        service_routes(api),
    ):
        app.include_router(router, prefix=PREFIX, dependencies=[Depends(described)])
    app.include_router(health_routes(), prefix=PREFIX)

    for path in ("/docs", "/openapi.json"):
        app.add_api_route(
            f"{PREFIX}{path}", _redirect_to(path), include_in_schema=False, response_class=RedirectResponse
        )
    app.add_api_route("/health", _redirect_to(f"{PREFIX}/health"), include_in_schema=False)
    return app


def _redirect_to(path: str) -> Callable[[], Awaitable[RedirectResponse]]:
    async def redirect() -> RedirectResponse:
        return RedirectResponse(path)

    return redirect

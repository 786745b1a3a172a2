"""The one shape in which every refusal leaves: status, code, a sentence, and details where there are any."""

import asyncio
import json
import re
from collections.abc import Mapping
from concurrent.futures import Future
from typing import TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Send

from momentry_desk.engine.errors import EngineStopped, SettingsRefused, StoreTrouble, UnknownVideo

T = TypeVar("T")

#: The facade answers in milliseconds; only a look at many or slow files takes longer. Seconds.
ANSWER_TIMEOUT_S = 60.0

_CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    409: "conflict",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    429: "too_many_requests",
    500: "internal_error",
    503: "unavailable",
}


class ApiError(Exception):
    """A refusal on its way out. `details` holds one entry for each field or file that was wrong."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        details: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code or _CODES.get(status, "error")
        self.details = details or []
        self.headers = dict(headers or {})

    def body(self) -> bytes:
        error = {"code": self.code, "message": self.message, "details": self.details}
        return json.dumps({"success": False, "error": error}, ensure_ascii=False).encode("utf-8", "replace")

    def response(self) -> Response:
        return Response(self.body(), self.status, self.headers, "application/json")

    async def send(self, send: Send) -> None:
        """Answer from below the framework, where no request object exists yet."""
        body = self.body()
        headers = {"content-type": "application/json", "content-length": str(len(body)), **self.headers}
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        await send({"type": "http.response.body", "body": body})


async def answer(future: "Future[T]") -> T:
    """The facade's answer, its troubles turned into refusals."""
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            return await asyncio.wrap_future(future)
    except EngineStopped as error:
        raise ApiError(503, str(error), code="shutting_down", headers={"Retry-After": "5"}) from error
    except UnknownVideo as error:
        raise ApiError(404, str(error), code="unknown_file") from error
    except StoreTrouble as error:
        raise ApiError(503, str(error), code="database_trouble", headers={"Retry-After": "10"}) from error
    except SettingsRefused as error:
        raise ApiError(422, str(error), code="setting_refused") from error
    except TimeoutError as error:
        raise ApiError(
            503, "The queue did not answer in time. Try again.", code="busy", headers={"Retry-After": "5"}
        ) from error


def install(app: FastAPI) -> None:
    """Give the framework's own refusals the same shape."""

    async def of_ours(_request: Request, error: Exception) -> Response:
        assert isinstance(error, ApiError)
        return error.response()

    async def of_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = _methods(app, request.url.path) or headers.get("allow", headers.get("Allow", ""))
            headers.pop("allow", None)
        return ApiError(error.status_code, _sentence(request, error), headers=headers).response()

    async def of_validation(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _invalid(error).response()

    async def of_anything(_request: Request, _error: Exception) -> Response:
        # The framework raises it again after the answer, and the server logs it.
        return ApiError(500, "Something went wrong inside Momentry Desk; its log says more.").response()

    app.add_exception_handler(ApiError, of_ours)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(RequestValidationError, of_validation)
    app.add_exception_handler(Exception, of_anything)


def _methods(app: FastAPI, path: str) -> str:
    """All that a path takes. The router names the methods of its first route alone."""
    found: set[str] = set()
    for pattern, methods in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{[^/]+\}", "[^/]+", pattern), path):
            found.update(method.upper() for method in methods)
    return ", ".join(sorted(found))


def _sentence(request: Request, error: HTTPException) -> str:
    if error.status_code == 404:
        return f"There is nothing at {request.url.path}."
    if error.status_code == 405:
        return f"{request.url.path} does not take {request.method}."
    return str(error.detail)


def _invalid(error: RequestValidationError) -> ApiError:
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return ApiError(400, "The body is not valid JSON.", code="malformed_json")
    details = [
        {"field": ".".join(str(part) for part in problem["loc"]), "message": str(problem["msg"])}
        for problem in problems[:50]
    ]
    first = f"{details[0]['field']}: {details[0]['message']}" if details else "it could not be read"
    return ApiError(422, f"The request was not understood: {first}.", details=details)

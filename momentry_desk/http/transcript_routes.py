"""Writing down what was really said."""

from fastapi import APIRouter

from momentry_desk.http import request_schemas, schemas
from momentry_desk.http.api import Api, refusals
from momentry_desk.http.errors import answer


def transcript_routes(api: Api) -> APIRouter:
    router = APIRouter(tags=["files"])

    @router.put("/file/{file_uuid}/speech", responses=refusals(404))
    async def speech(file_uuid: str, body: request_schemas.SpeechEdit) -> schemas.SpeechEdited:
        """Write what is said in a line of speech in place of what was heard: at once in findings, search and
        exports, and through every later scan. `start` and `end` are those of the finding; without `text` what was
        heard is restored. `changed` is false where no such line is, or where nothing changes."""
        await api.video(file_uuid)
        transcripts = api.queue.transcripts
        if body.text is None:
            changed = await answer(transcripts.restore(file_uuid, body.start, body.end))
        else:
            changed = await answer(transcripts.edit(file_uuid, body.start, body.end, body.text))
        return schemas.SpeechEdited(success=True, changed=changed)

    return router

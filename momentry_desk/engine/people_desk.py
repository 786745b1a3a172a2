"""The part of the facade that is about persons."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Literal, TypeVar

from momentry_desk.core.people import Forgotten, PersonCard, PersonSighting, Suggestion
from momentry_desk.core.settings import Settings
from momentry_desk.engine.asking import Ask, AskLater
from momentry_desk.engine.reader import Reader

if TYPE_CHECKING:
    from momentry_desk.engine.desk import Desk

T = TypeVar("T")


class PeopleDesk:
    """From any thread; each command answers a future, as the facade's do. Reads run beside the queue.

    After each change the engine's `people_changed` is emitted.
    """

    def __init__(self, ask: Ask, ask_later: AskLater, reader: Reader, now: Callable[[], float]) -> None:
        self._ask = ask
        self._ask_later = ask_later
        self._reader = reader
        self._now = now

    # Reads --------------------------------------------------------------------------------------------------

    def grid(self, *, hidden: bool = False, limit: int = 200, offset: int = 0) -> Future[tuple[PersonCard, ...]]:
        """Named persons first, then who is on screen longest; with `hidden` the hidden ones alone."""
        return self._reader.ask(
            lambda stores: tuple(stores.people.people(hidden=hidden, limit=limit, offset=offset))
        )

    def person(self, person_id: int) -> Future[PersonCard | None]:
        return self._reader.ask(lambda stores: stores.people.person(person_id))

    def sightings(self, person_id: int, *, limit: int = 500, offset: int = 0) -> Future[tuple[PersonSighting, ...]]:
        """Where a person is on screen, with crops, the newest file first."""
        return self._reader.ask(
            lambda stores: tuple(stores.people.sightings(person_id, limit=limit, offset=offset))
        )

    def in_video(self, file_uuid: str) -> Future[tuple[PersonSighting, ...]]:
        """Who is on screen in a video, by time, without crops."""
        return self._reader.ask(lambda stores: tuple(stores.people.in_video(file_uuid)))

    def suggestions(self) -> Future[tuple[Suggestion, ...]]:
        """Pairs that may be one person, the most alike first. A worker compares; it may take a second or two."""
        return self._ask_later(lambda desk, answer: desk.people.sorter.suggest(answer))

    def last_edit(self) -> Future[str | None]:
        """What `undo` would take back, in words."""
        return self._reader.ask(lambda stores: stores.person_edits.last())

    # Edits --------------------------------------------------------------------------------------------------

    def name(self, person_id: int, name: str) -> Future[bool]:
        """The empty name takes the name away. False where nothing changed."""
        return self._edit(lambda desk: desk.people.edits.name(person_id, name, self._now()))

    def hide(self, person_ids: Sequence[int], hidden: bool = True) -> Future[list[int]]:
        """Answers whom it changed."""
        return self._edit(lambda desk: desk.people.edits.hide(person_ids, hidden, self._now()))

    def merge(self, person_ids: Sequence[int], into: int) -> Future[bool]:
        """They all are `into`."""
        return self._edit(lambda desk: desk.people.edits.merge(person_ids, into, self._now()))

    def split(self, finding_ids: Sequence[int]) -> Future[int | None]:
        """These sightings are a person of their own. Answers the new one."""
        return self._edit(lambda desk: desk.people.edits.split(finding_ids, self._now()))

    def not_this_person(self, finding_ids: Sequence[int]) -> Future[int | None]:
        """These sightings are somebody else, who it is is open. Answers the person they are now."""
        return self._edit(lambda desk: desk.people.edits.not_this_person(finding_ids, self._now()))

    def keep_apart(self, one: int, other: int) -> Future[bool]:
        """Not the same person: no suggestion says so again."""
        return self._edit(lambda desk: desk.people.edits.keep_apart(one, other, self._now()))

    def undo(self) -> Future[str | None]:
        """Take the last edit back; answers what it was."""
        return self._edit(lambda desk: desk.people.edits.undo())

    def answer(self, answer: Literal["yes", "no"]) -> Future[Settings]:
        """Whether faces may be looked for, as the person says. With a yes what waited for it goes on; after a no
        they are left out. The future raises `SettingsRefused` where it cannot be written down."""
        return self._ask(lambda desk: desk.commands.change_settings({"privacy.faces": answer}))

    def forget_faces(self) -> Future[Forgotten]:
        """Remove every sighting, embedding, crop and name, from backups and set-aside databases too.

        The queue stands still while the database is written anew: running scans are interrupted and go on from
        where they were, commands that write are carried out afterwards. From then on no faces are looked for, until
        `answer` says so again.
        """
        return self._ask_later(lambda desk, answer: desk.people.forget(answer))

    def _edit(self, edit: Callable[["Desk"], T]) -> Future[T]:
        def carry_out(desk: "Desk") -> T:
            answer = edit(desk)
            desk.people.changed()
            return answer

        return self._ask(carry_out)

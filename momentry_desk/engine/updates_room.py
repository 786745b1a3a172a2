"""What the engine's thread does about newer versions: looks once a day where a person wants that, and remembers."""

import logging
from collections.abc import Callable
from concurrent.futures import Future

import msgspec

import momentry_desk
from momentry_desk.core.updates import LastLook, NoAnswer, NoRelease, Release, UpdateState, is_due, is_newer
from momentry_desk.engine.aside import aside
from momentry_desk.engine.clock import Clock
from momentry_desk.engine.release_look import ask_for_release
from momentry_desk.store.updates import UpdatesStore

_log = logging.getLogger(__name__)

#: A start has other things to do first. Seconds.
AFTER_START_S = 20.0
#: A look is given up after so long, whatever holds it up. Seconds.
PATIENCE_S = 30.0


class UpdatesRoom:
    """Lives on the engine's thread; a look is made on a thread of its own. Unasked it looks only while a window
    follows: without one nobody would read what was found."""

    def __init__(
        self,
        store: UpdatesStore,
        *,
        wanted: Callable[[], bool],
        clock: Clock,
        touch: Callable[[], None],
    ) -> None:
        """`wanted`: whether the person wants a look once a day."""
        self._store = store
        self._wanted = wanted
        self._clock = clock
        self._touch = touch
        self._last = store.last()
        self._follow_from: float | None = None
        self._look: Future[Release] | None = None
        self._begun = 0.0
        self._asked = False
        self._trouble: NoRelease | None = None

    def follow(self) -> None:
        """Somebody reads from now on."""
        self._follow_from = self._clock.monotonic() + AFTER_START_S

    def look_now(self) -> None:
        """A person asks: so a failure is told."""
        self._asked = bool(momentry_desk.RELEASES)
        self._begin()

    def pass_over(self) -> None:
        """Speak of the version that was found no more. Raises `StoreTrouble`."""
        if self._last.release is not None:
            self._keep(msgspec.structs.replace(self._last, passed_over=self._last.release.version))

    @property
    def looking(self) -> bool:
        return self._look is not None

    def tick(self) -> None:
        """Now and then. Raises `StoreTrouble`."""
        if self._look is not None:
            self._take(self._look)
        elif self._wanted() and self._follows and is_due(self._last, self._clock.now()):
            self._begin()

    def state(self) -> UpdateState:
        """What a window shows."""
        release = self._last.release
        if release is not None and not is_newer(release.version, momentry_desk.__version__):
            release = None
        return UpdateState(
            address=momentry_desk.RELEASES,
            looking=self.looking,
            answered_at=self._last.answered_at,
            newer=release,
            mentioned=release is not None and release.version != self._last.passed_over,
            trouble=self._trouble.why if self._trouble else None,
            detail=self._trouble.detail if self._trouble else "",
        )

    @property
    def _follows(self) -> bool:
        return self._follow_from is not None and self._clock.monotonic() >= self._follow_from

    def _begin(self) -> None:
        address = momentry_desk.RELEASES
        if self._look is None and address:
            self._trouble = None
            self._begun = self._clock.monotonic()
            self._look = aside(lambda: ask_for_release(address))
            self._touch()

    def _take(self, look: Future[Release]) -> None:
        if not look.done():
            if self._clock.monotonic() - self._begun < PATIENCE_S:
                return
            # Its thread ends by itself some day; nobody waits for it any more.
            trouble: BaseException | None = NoRelease(NoAnswer.SILENT)
        else:
            trouble = look.exception()
        now = self._clock.now()
        self._look = None
        if trouble is None:
            kept = msgspec.structs.replace(self._last, tried_at=now, answered_at=now, release=look.result())
        else:
            kept = msgspec.structs.replace(self._last, tried_at=now)
            _log.info("the look for a newer version told nothing: %r", trouble)
            if self._asked:
                unknown = NoRelease(NoAnswer.UNREACHED, type(trouble).__name__)
                self._trouble = trouble if isinstance(trouble, NoRelease) else unknown
        self._asked = False
        self._keep(kept)

    def _keep(self, last: LastLook) -> None:
        # First here: where it cannot be written, it is not asked for again each second.
        self._last = last
        self._touch()
        self._store.put(last)

"""How the facade's parts reach the engine's thread."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from momentry_desk.engine.desk import Desk

T = TypeVar("T")


class Ask(Protocol):
    """Has a command carried out there; the future gets what it returns."""

    def __call__(self, command: Callable[["Desk"], T]) -> Future[T]: ...


class AskLater(Protocol):
    """The same for what is answered by and by."""

    def __call__(self, command: Callable[["Desk", Future[T]], None]) -> Future[T]: ...

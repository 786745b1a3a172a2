"""The part of the facade that is about models: which there are, fetching, proving and removing them."""

from collections.abc import Sequence
from concurrent.futures import Future

from momentry_desk.core.weights import DEFAULT_MODELS, ModelReport
from momentry_desk.engine.asking import Ask, AskLater


class ModelsDesk:
    """From any thread; each command answers a future, as the facade's do, as soon as the request is noted.

    What becomes of it comes by the engine's `models_changed`. A worker does the work, one model after another.
    """

    def __init__(self, ask: Ask, ask_later: AskLater) -> None:
        self._ask = ask
        self._ask_later = ask_later

    def reports(self) -> Future[tuple[ModelReport, ...]]:
        """Every model of the catalogue, in its order. The first call looks at the files, which takes a second."""
        return self._ask_later(lambda desk, answer: desk.models.reports(answer))

    def install(self, names: Sequence[str] = DEFAULT_MODELS) -> Future[None]:
        """Fetch models; a download that broke off goes on. Raises `UnknownModel`."""
        wanted = tuple(names)
        return self._ask(lambda desk: desk.models.install(wanted))

    def verify(self, names: Sequence[str]) -> Future[None]:
        """Read every byte again and hold it against the catalogue."""
        wanted = tuple(names)
        return self._ask(lambda desk: desk.models.verify(wanted))

    def remove(self, names: Sequence[str]) -> Future[None]:
        """Delete models from the data folder. Elsewhere they stay."""
        wanted = tuple(names)
        return self._ask(lambda desk: desk.models.remove(wanted))

    def cancel(self, names: Sequence[str]) -> Future[None]:
        """Fetch these no further; what came stays for the next try."""
        wanted = tuple(names)
        return self._ask(lambda desk: desk.models.cancel(wanted))

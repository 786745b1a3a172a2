"""The rooms behind the facade, which are there only while the engine is open."""

from momentry_desk.engine.commands import Commands
from momentry_desk.engine.model_room import ModelRoom
from momentry_desk.engine.pages import Pages
from momentry_desk.engine.people_room import PeopleRoom
from momentry_desk.engine.removal_room import RemovalRoom
from momentry_desk.engine.side_rooms import SideRooms


class OpenRooms:
    """What the desk makes as it opens. Each room raises `EngineStopped` before the opening and after the stop."""

    _people: PeopleRoom
    _side: SideRooms
    _removals: RemovalRoom
    _models: ModelRoom
    _pages: Pages

    @property
    def commands(self) -> Commands:
        raise NotImplementedError

    @property
    def people(self) -> PeopleRoom:
        assert self.commands
        return self._people

    @property
    def side(self) -> SideRooms:
        assert self.commands
        return self._side

    @property
    def removals(self) -> RemovalRoom:
        assert self.commands
        return self._removals

    @property
    def models(self) -> ModelRoom:
        assert self.commands
        return self._models

    @property
    def pages(self) -> Pages:
        assert self.commands
        return self._pages

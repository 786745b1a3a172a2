"""The open database with its shelves, as the engine's parts share them."""

from dataclasses import dataclass

from momentry_desk.store.arrivals import ArrivalStore
from momentry_desk.store.audio_choices import AudioChoiceStore
from momentry_desk.store.costs import CostStore
from momentry_desk.store.database import Database
from momentry_desk.store.findings import FindingStore
from momentry_desk.store.learned import LearnedStore
from momentry_desk.store.outbox import OutboxStore
from momentry_desk.store.people import PeopleStore
from momentry_desk.store.person_edits import PersonEdits
from momentry_desk.store.removals import RemovalStore
from momentry_desk.store.search import SearchStore
from momentry_desk.store.speech_edits import SpeechEdits
from momentry_desk.store.tasks import TaskStore
from momentry_desk.store.updates import UpdatesStore
from momentry_desk.store.videos import VideoStore


@dataclass(frozen=True)
class Stores:
    """All on the engine's thread, over its one writing connection; what only reads may be used from any thread."""

    database: Database
    tasks: TaskStore
    videos: VideoStore
    findings: FindingStore
    costs: CostStore
    learned: LearnedStore
    outbox: OutboxStore
    people: PeopleStore
    person_edits: PersonEdits
    search: SearchStore
    removals: RemovalStore
    arrivals: ArrivalStore
    speech_edits: SpeechEdits
    audio: AudioChoiceStore
    updates: UpdatesStore

    @classmethod
    def over(cls, database: Database) -> "Stores":
        return cls(
            database,
            TaskStore(database),
            VideoStore(database),
            FindingStore(database),
            CostStore(database),
            LearnedStore(database),
            OutboxStore(database),
            PeopleStore(database),
            PersonEdits(database),
            SearchStore(database),
            RemovalStore(database),
            ArrivalStore(database),
            SpeechEdits(database),
            AudioChoiceStore(database),
            UpdatesStore(database),
        )

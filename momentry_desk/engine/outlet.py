"""What the engine's thread tells the world: the signals that the facade passes on."""

from PySide6.QtCore import QObject, Signal

from momentry_desk.core.snapshot import QueueSnapshot

#: Its signals; the facade has one of the same name for each.
OUTLET_SIGNALS = (
    "snapshot_changed",
    "rows_changed",
    "videos_changed",
    "findings_changed",
    "people_changed",
    "models_changed",
    "resources_sampled",
    "rejected",
    "refused",
    "leave_wanted",
)


class Outlet(QObject):
    """Lives on the engine's thread. `latest` is the last snapshot and may be read from any thread."""

    snapshot_changed = Signal(object)
    rows_changed = Signal(object)
    videos_changed = Signal(object)
    findings_changed = Signal(str)
    people_changed = Signal()
    models_changed = Signal(object)
    resources_sampled = Signal(object)
    rejected = Signal(object)
    refused = Signal(str)
    leave_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.latest = QueueSnapshot()

"""The tables as peewee sees them, and how a core value is written into a column.

The models are bound to no database: each query is given the connection it runs on. The schema itself is made by the
migrations alone.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
import peewee
from uuid6 import uuid7

if TYPE_CHECKING:
    # Generic in peewee's stubs alone.
    _TextField = peewee.TextField[Any]
else:
    _TextField = peewee.TextField


def new_id() -> str:
    """A UUIDv7 in hex: it sorts by the time it was made."""
    return uuid7().hex


def to_text(instant: float) -> str:
    """Seconds since the epoch as ISO 8601 text in UTC, with microseconds, so that texts sort as instants do."""
    # strftime costs twenty times as much.
    return datetime.fromtimestamp(instant, UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def from_text(text: str) -> float:
    """The inverse of `to_text`; any ISO 8601 instant is taken, without an offset as UTC."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def path_to_column(path: str) -> str | bytes:
    """A path that is no valid Unicode (any bytes can name a file) becomes a BLOB, and comes back as it was."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return path.encode(errors="surrogatepass")
    return path


def path_from_column(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode(errors="surrogatepass")


class InstantField(_TextField):
    """A float of seconds in the program, ISO 8601 text in the database."""

    def db_value(self, value: Any) -> Any:
        return to_text(value) if isinstance(value, int | float) else value


class PathField(_TextField):
    def db_value(self, value: Any) -> Any:
        return path_to_column(value) if isinstance(value, str) else value


def printable(text: str) -> str:
    """A sentence that can be stored: what is no valid Unicode in it (a file's name) is written as an escape."""
    return text.encode(errors="backslashreplace").decode()


class SentenceField(_TextField):
    """Text to be read; see `printable`."""

    def db_value(self, value: Any) -> Any:
        return printable(value) if isinstance(value, str) else value


class JsonField(_TextField):
    """Any core value, as JSON text."""

    def db_value(self, value: Any) -> Any:
        return None if value is None else msgspec.json.encode(value).decode()


class MetaRecord(peewee.Model):
    key = peewee.TextField(primary_key=True)
    value = peewee.TextField()

    class Meta:
        table_name = "meta"


class VideoRecord(peewee.Model):
    file_uuid = peewee.TextField(primary_key=True)
    path = PathField()
    file_name = PathField()
    size = peewee.IntegerField()
    mtime_ns = peewee.IntegerField()
    added_at = InstantField()
    missing = peewee.BooleanField()
    problem = SentenceField(null=True)
    media = JsonField(null=True)
    thumbnail = peewee.BlobField()

    class Meta:
        table_name = "videos"


class VideoPath(peewee.Model):
    path = PathField(primary_key=True)
    file_uuid = peewee.TextField()
    size = peewee.IntegerField()
    mtime_ns = peewee.IntegerField()
    seen_at = InstantField()

    class Meta:
        table_name = "video_paths"


class QueueTask(peewee.Model):
    task_id = peewee.TextField(primary_key=True)
    file_uuid = peewee.TextField()
    file_name = PathField(null=True)
    status = peewee.TextField()
    priority = peewee.TextField()
    processors = JsonField(null=True)
    progress = peewee.IntegerField()
    queued_at = InstantField()
    started_at = InstantField(null=True)
    completed_at = InstantField(null=True)
    error_message = SentenceField(null=True)
    retry_count = peewee.IntegerField()
    max_retries = peewee.IntegerField()
    created_at = InstantField()
    updated_at = InstantField()
    #: Worked out by the database from `priority`; never written.
    rank = peewee.IntegerField()
    front = peewee.IntegerField()
    place = peewee.DoubleField()
    not_before = InstantField(null=True)
    waiting_for = SentenceField(null=True)
    held = peewee.BooleanField()
    suspect = peewee.BooleanField()
    alone = peewee.BooleanField()
    unclean_ends = peewee.IntegerField()
    running_s = peewee.DoubleField()
    failure_kind = peewee.TextField(null=True)
    retry_on_failure = peewee.BooleanField()
    options_fingerprint = peewee.TextField()
    scan_key = peewee.TextField()
    warnings = JsonField()

    class Meta:
        table_name = "queue_tasks"


class QueueCounts(peewee.Model):
    """How many tasks there are by status and whether they are held; kept by triggers, never written here."""

    status = peewee.TextField()
    held = peewee.BooleanField()
    tasks = peewee.IntegerField()

    class Meta:
        table_name = "queue_counts"
        primary_key = peewee.CompositeKey("status", "held")


class AttemptRecord(peewee.Model):
    attempt_id = peewee.TextField(primary_key=True)
    task_id = peewee.TextField()
    number = peewee.IntegerField()
    started_at = InstantField()
    ended_at = InstantField(null=True)
    outcome = peewee.TextField(null=True)
    failure_kind = peewee.TextField(null=True)
    message = SentenceField(null=True)
    log_tail = SentenceField(null=True)
    peak_memory = peewee.IntegerField(null=True)
    cpu_s = peewee.DoubleField(null=True)
    running_s = peewee.DoubleField()

    class Meta:
        table_name = "attempts"


class ScanRecord(peewee.Model):
    """One processor's pass over one video for one task; it outlives the task's row."""

    scan_id = peewee.AutoField()
    file_uuid = peewee.TextField()
    processor = peewee.TextField()
    task_id = peewee.TextField()
    options_fingerprint = peewee.TextField()
    started_at = InstantField()
    completed_at = InstantField(null=True)

    class Meta:
        table_name = "scans"


class CheckpointRecord(peewee.Model):
    scan_id = peewee.IntegerField(primary_key=True)
    from_s = peewee.DoubleField()
    mark_s = peewee.DoubleField()
    fingerprint = peewee.TextField()
    done = peewee.BooleanField()
    state = peewee.BlobField()

    class Meta:
        table_name = "checkpoints"


class FindingRecord(peewee.Model):
    finding_id = peewee.AutoField()
    scan_id = peewee.IntegerField()
    kind = peewee.TextField()
    start_s = peewee.DoubleField()
    end_s = peewee.DoubleField()
    text = SentenceField(null=True)
    person = peewee.IntegerField(null=True)
    payload = JsonField()

    class Meta:
        table_name = "findings"


class FindingBlobs(peewee.Model):
    """The embedding and the picture (crop or thumbnail) of a finding, apart from what a listing reads."""

    finding_id = peewee.IntegerField(primary_key=True)
    embedding = peewee.BlobField()
    picture = peewee.BlobField()

    class Meta:
        table_name = "finding_blobs"


class QueueState(peewee.Model):
    """One row: the pause, the last front mark and place given out, totals that clearing does not touch."""

    id = peewee.IntegerField(primary_key=True)
    pause_state = peewee.TextField()
    pause_by = peewee.TextField()
    pause_reason = SentenceField()
    pause_since = InstantField(null=True)
    pause_cause = peewee.TextField(null=True)
    last_front = peewee.IntegerField()
    last_place = peewee.IntegerField()
    total_processed = peewee.IntegerField()
    total_failed = peewee.IntegerField()
    total_running_s = peewee.DoubleField()

    class Meta:
        table_name = "queue_state"

"""Which sound track of a file is heard, after what a person chose."""

from collections.abc import Sequence

from momentry_desk.core.model import AudioTrack


def heard_track(tracks: Sequence[AudioTrack], choice: int | None) -> int | None:
    """The number of the track to take, None for the file's own first choice: nothing was chosen, the file lacks
    that track, or it is the one that comes first anyway. Where `tracks` are not known the choice stands."""
    if choice is None or not tracks:
        return choice
    own = next((number for number, track in enumerate(tracks) if track.default), 0)
    return None if choice == own or choice >= len(tracks) else choice

"""The states of the window of which packaging/screenshots.py takes pictures, by page."""

from window_states import arrivals, desk, interface, moments, people, scale, settings, small
from window_states.state import State

#: By the name of the picture.
STATES: dict[str, State] = {
    name: state
    for page in (desk, interface, arrivals, scale, moments, people, settings, small)
    for name, state in page.STATES.items()
}

"""What engine and workers say, in the language of the window: by its code, or as it is where it has none."""

from momentry_desk.core.sentences import Said, Sentence, taken_apart
from momentry_desk.ui.house_sentences import of_the_house
from momentry_desk.ui.scan_sentences import of_scans


def in_words(text: str) -> str:
    """The sentence, or several in a row, as the window says them."""
    said = ""
    for one in taken_apart(text):
        # A full stop of the Chinese kind is as wide as a space.
        gap = " " if said and not said.endswith("。") else ""
        said += gap + (one if isinstance(one, str) else _sentence(one))
    return said


def _sentence(one: Sentence) -> str:
    # What is given as a reason may be a sentence of its own.
    return texts()[one.code].format(**{name: in_words(part) for name, part in one.parts.items()})


def texts() -> dict[Said, str]:
    """Each sentence with the places for its parts. The English is that of the core, which a test holds."""
    return of_scans() | of_the_house()

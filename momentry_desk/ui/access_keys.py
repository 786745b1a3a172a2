"""Chooses the letters that reach the parts of a page with Alt, as many as there are labels, each another one."""

from collections.abc import Sequence
from string import ascii_uppercase

#: The menus of the window have these in every language.
OF_THE_MENUS = "FEQVLPOH"


def with_keys(labels: Sequence[str], taken: str = OF_THE_MENUS) -> list[str]:
    """The labels with "&" before their letter: the beginning of a word if it is free, else any letter of it. Where
    there is none, as in Chinese, one stands behind in brackets. What is too much has none."""
    free = [letter for letter in ascii_uppercase if letter not in taken.upper()]
    made = []
    for label in labels:
        starts = [n for n, sign in enumerate(label) if n == 0 or not label[n - 1].isalnum()]
        places = [*starts, *range(len(label))]
        place = next((n for n in places if label[n].upper() in free), None)
        plain = label.replace("&", "&&")
        if place is not None:
            free.remove(label[place].upper())
            before = label[:place].replace("&", "&&")
            made.append(f"{before}&{label[place:].replace('&', '&&')}")
        elif free and not any(sign in ascii_uppercase for sign in label.upper()):
            made.append(f"{plain}(&{free.pop(0)})")
        else:
            made.append(plain)
    return made

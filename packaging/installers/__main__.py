"""`python -m installers deb | windows | macos | check [windows]`, as packaging/dev.py starts it."""

import sys
from collections.abc import Callable

from installers.steps import BuildTrouble


def _deb() -> None:
    from installers import deb

    deb.build()


def _check_deb() -> None:
    from installers import check_deb

    check_deb.check()


def _windows() -> None:
    from installers import windows

    windows.build()


def _check_windows() -> None:
    from installers import check_windows

    check_windows.check()


def _macos() -> None:
    from installers import macos

    macos.build()


COMMANDS: dict[str, Callable[[], None]] = {
    "deb": _deb,
    "windows": _windows,
    "macos": _macos,
    "check": _check_deb,
    "check windows": _check_windows,
}


def main(arguments: list[str]) -> int:
    command = COMMANDS.get(" ".join(arguments))
    if command is None:
        print(f"build: one of {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    try:
        command()
    except BuildTrouble as trouble:
        print(f"build: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A person's hands on several scans: a tree of folders dropped, rows dragged, chosen, removed, filtered."""

import json
from pathlib import Path

import pytest

from tests.ui.display import Display, NoDisplay, Program, drag_in, until

SETTINGS = """
[queue]
max_concurrent = 1
dynamic_concurrency = false
[processors]
default = ["scripted"]
[window]
language = "en"
"""


def make_tree(folder: Path) -> str:
    """Four films in folders of folders, and what is none."""
    for name in ("day 1/a", "day 1/b", "day 2/cards/c", "day 2/cards/漫长/d"):
        path = folder / f"{name}.scripted"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"duration": 1 + ord(path.stem)}), "utf-8")
    (folder / "day 1" / "notes.txt").write_text("Nothing to scan.", "utf-8")
    return str(folder)


def test_a_dropped_tree_is_ordered_by_hand_cancelled_removed_brought_back_and_filtered(tmp_path: Path) -> None:
    try:
        display = Display()
    except NoDisplay as missing:
        pytest.skip(str(missing))
    with display:
        program = Program(display, tmp_path / "data", SETTINGS, {"MOMENTRY_SCRIPTED": "1"})

        def rows() -> list[str]:
            found = program.look()["rows"]
            assert isinstance(found, dict)
            return [name.removesuffix(".scripted") for name in found]

        program.press_until("pause", lambda: program.look()["pause"] == "Resume")
        drag_in(display, program, [make_tree(tmp_path / "footage")])
        until(lambda: sorted(rows()) == ["a", "b", "c", "d"], "four films did not become four rows")

        first, *_, last = rows()
        x, y = program.place(f"row {first}.scripted")
        display.drag(program.place(f"row {last}.scripted"), [x, y - 12], lambda: program.ask("gap") == 0)
        until(lambda: rows()[0] == last, "the row did not go where it was dragged")

        display.tell("key", "ctrl+2")
        until(lambda: not program.ask("desk"), "a key of the pages means something else in the queue")
        display.tell("key", "ctrl+1")
        until(lambda: program.ask("desk"), "the desk did not come back")

        low = rows()[-1]
        display.click(program.place(f"row {low}.scripted"))
        display.tell("key", "alt+3")
        x, y = program.place(f"row {last}.scripted")
        display.drag(program.place(f"row {low}.scripted"), [x, y - 12], lambda: program.ask("gap") == 0)
        program.press_until("button Make it Normal", lambda: rows()[0] == low)

        chosen = rows()[1:3]
        display.click(program.place(f"row {chosen[0]}.scripted"))
        display.tell("keydown", "shift")
        display.click(program.place(f"row {chosen[1]}.scripted"))
        display.tell("keyup", "shift")
        display.tell("key", "ctrl+k")
        cancelled = {f"{name}.scripted" for name in chosen}

        def of(status: str) -> set[str]:
            return {name for name, found in program.tasks().items() if found == status}

        until(lambda: of("cancelled") == cancelled, "the two were not cancelled together")
        before = program.tasks()
        display.tell("key", "Delete")
        until(lambda: program.ask("button Undo"), "nothing tells of the removal")
        assert set(program.tasks()) == set(before) - cancelled
        display.tell("key", "ctrl+z")
        until(lambda: program.tasks() == before, "what was removed did not come back")
        display.tell("key", "ctrl+shift+BackSpace")
        until(lambda: len(program.tasks()) == 2, "what waits was not removed")
        program.press_until("button Undo", lambda: program.tasks() == before)

        display.tell("key", "ctrl+l")
        display.tell("type", "c.scr")
        until(lambda: rows() == ["c"], "the filter left other rows")
        display.tell("key", "Escape")
        until(lambda: len(rows()) == 4, "the rows did not come back")
        display.quit()
        until(program.has_ended, "the program did not end")

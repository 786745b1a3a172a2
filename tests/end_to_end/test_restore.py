"""A damaged database, from the command line."""

from tests.end_to_end.program import TIMEOUT_S, Program


def call(program: Program, *arguments: str) -> tuple[int, str, str]:
    with program.start(*arguments) as started:
        try:
            out, err = started.communicate(timeout=TIMEOUT_S)
        finally:
            started.kill()
    return started.returncode, out, err


def test_a_damaged_database_is_told_and_replaced_on_demand(program: Program) -> None:
    clip = program.clip("a", {"finding": "hello", "at": 1.0})
    assert program.scan(str(clip))[0] == 0
    database = program.data / "momentry.sqlite3"
    damaged = b"not a database any more" * 500
    database.write_bytes(damaged)

    code, _, err = call(program, "serve")
    assert code == 1
    assert "is damaged" in err
    assert f'`momentry-desk restore --data "{program.data}"` does that.' in err
    assert program.scan(str(clip))[0] == 1

    code, out, _ = call(program, "restore")
    assert code == 0
    assert "a new database was begun" in out
    (aside,) = program.data.glob("momentry.damaged-*.sqlite3")
    assert aside.read_bytes() == damaged
    assert aside.name in out
    assert program.scan(str(clip))[0] == 0
    assert call(program, "restore")[1] == "The database is whole; nothing was changed.\n"

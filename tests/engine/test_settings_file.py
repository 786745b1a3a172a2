"""momentry.toml: a person's file, which the program may write into but never break."""

import os
import tomllib
from pathlib import Path

import pytest

from momentry_desk.core.settings import Settings
from momentry_desk.engine.errors import SettingsRefused
from momentry_desk.engine.settings_file import SettingsFile

TEXT = """\
# my machine
[queue]
max_concurrent = 3  # enough

[processors.asr]
model = "base"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "momentry.toml"
    path.write_text(TEXT)
    return path


def test_without_a_file_the_defaults_serve(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "none.toml")
    assert file.settings == Settings()
    assert file.problems == ()


def test_values_are_read(path: Path) -> None:
    settings = SettingsFile(path).settings
    assert settings.queue.max_concurrent == 3
    assert settings.processors.options() == {"face": {}, "asr": {"model": "base"}, "ocr": {}, "scene": {}}


def test_writing_keeps_comments(path: Path) -> None:
    file = SettingsFile(path)
    settings = file.write({"queue.max_concurrent": 5, "window.theme": "dark", "processors.default": ("asr",)})
    assert settings.queue.max_concurrent == 5
    assert settings.processors.default == ("asr",)
    assert "# my machine" in path.read_text()
    assert "max_concurrent = 5  # enough" in path.read_text()
    assert not file.edited()


def test_a_value_is_taken_out_again_and_what_a_person_wrote_beside_it_stays(path: Path) -> None:
    file = SettingsFile(path)
    settings = file.write({"queue.max_concurrent": None, "processors.asr.model": None, "api.port": None})
    assert settings == Settings()
    assert path.read_text() == TEXT.replace("= 3", "= 0").replace('model = "base"\n', "")


def test_a_bad_value_is_named_with_its_line_and_stays(path: Path) -> None:
    path.write_text(TEXT.replace("3  # enough", '"three"'))
    file = SettingsFile(path)
    assert file.settings.queue.max_concurrent == 0
    (problem,) = file.problems
    assert (problem.key, problem.line) == ("queue.max_concurrent", 3)
    file.write({"queue.max_retries": 1})
    assert 'max_concurrent = "three"' in path.read_text()


def test_a_broken_file_is_never_written_over(path: Path) -> None:
    path.write_text("[queue\nmax_concurrent = 3\n")
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.problems[0].line == 1
    with pytest.raises(SettingsRefused, match="not valid TOML"):
        file.write({"queue.max_concurrent": 2})
    assert path.read_text() == "[queue\nmax_concurrent = 3\n"


@pytest.mark.parametrize("changes", [{"queue.max_concurrent": -1}, {"queue.nonsense": 1}, {"queue": 1}])
def test_a_new_bad_value_is_refused(path: Path, changes: dict[str, int]) -> None:
    file = SettingsFile(path)
    with pytest.raises(SettingsRefused):
        file.write(changes)
    assert path.read_text() == TEXT


def test_an_edit_from_outside_is_seen(path: Path) -> None:
    file = SettingsFile(path)
    assert not file.edited()
    path.write_text(TEXT.replace("3", "44"))
    assert file.edited()
    assert file.read().queue.max_concurrent == 44


def test_a_link_to_the_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    SettingsFile(link).write({"queue.max_concurrent": 2})
    assert link.is_symlink()
    assert "max_concurrent = 2" in path.read_text()


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 5000, "x = " + "{a=" * 5000 + "1" + "}" * 5000, "# " + "x" * 1_100_000, "\ufeff[queue"]
)
def test_what_no_person_wrote_stops_nothing_and_stays(path: Path, text: str) -> None:
    path.write_text(text)
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert len(file.problems) == 1
    with pytest.raises(SettingsRefused):
        file.write({"queue.max_concurrent": 2})
    assert path.read_text() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "momentry.toml"
    os.mkfifo(path)
    file = SettingsFile(path)
    assert "no ordinary file" in file.problems[0].message
    with pytest.raises(SettingsRefused):
        file.write({"queue.max_concurrent": 2})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("queue = {max_retries = 1} # mine\n", "queue = {max_retries = 1,max_concurrent = 2} # mine\n"),
        (
            '[processors.ocr]\n[queue]\nmax_retries = 1\n[processors.asr]\nmodel = "base" # mine\n[queue.mine]\n',
            "max_retries = 1\nmax_concurrent = 2\n",
        ),
        ("[queue] # mine\r\nmax_retries = 1\r\n", "[queue] # mine\r\nmax_retries = 1\r\nmax_concurrent = 2\r\n"),
    ],
)
def test_however_a_section_is_written_a_value_goes_into_it(path: Path, before: str, after: str) -> None:
    path.write_bytes(before.encode())
    file = SettingsFile(path)
    settings = file.write({"queue.max_concurrent": 2, "processors.asr.preset": None})
    assert (settings.queue.max_concurrent, settings.queue.max_retries) == (2, 1)
    assert after in path.read_bytes().decode()
    assert file.write({"queue.max_concurrent": None}).queue.max_concurrent == 0
    assert "mine" in path.read_text()


def test_a_file_that_goes_while_it_is_read_stops_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SettingsFile(path)
    loads = tomllib.loads

    def gone(text: str) -> dict[str, object]:
        path.unlink()
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", gone)
    assert file.read().queue.max_concurrent == 3
    assert file.edited()

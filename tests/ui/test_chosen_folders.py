"""Where the dialogs for files begin."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QStandardPaths

from momentry_desk.ui.chosen_folders import ChosenFolders, Usual


def test_a_dialog_begins_where_the_last_one_of_its_kind_ended_after_a_restart_too(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    state = str(tmp_path / "window.ini")
    folders = ChosenFolders(QSettings(state, QSettings.Format.IniFormat))
    folders.keep("add", str(card / "clip.mov"))
    folders.keep("export", str(tmp_path))
    assert folders.start("add", Usual.MoviesLocation) == str(card)

    again = ChosenFolders(QSettings(state, QSettings.Format.IniFormat))
    assert again.start("add", Usual.MoviesLocation) == str(card)
    assert again.start("export", Usual.DocumentsLocation) == str(tmp_path)


def test_a_first_dialog_of_its_kind_begins_where_another_ended_and_never_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, card = tmp_path / "home", tmp_path / "card"
    home.mkdir()
    card.mkdir()
    places = {Usual.MoviesLocation: home / "Videos", Usual.HomeLocation: home}
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda one: str(places[one]))
    folders = ChosenFolders(None)
    assert folders.start_from(str(tmp_path / "gone"), "locate") == str(home)
    (home / "Videos").mkdir()
    assert folders.start("watch", Usual.MoviesLocation) == str(home / "Videos")
    folders.keep("add", str(card / "clip.mov"))
    assert folders.start("watch", Usual.MoviesLocation) == str(card)
    assert folders.start_from(str(tmp_path / "gone"), "locate") == str(card)
    assert folders.start_from(str(home), "locate") == str(home)


def test_all_that_is_saved_begins_beside_its_film_and_then_where_something_was_saved_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card, cuts, films = (tmp_path / name for name in ("card", "cuts", "films"))
    for folder in (card, cuts, films):
        folder.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(films))
    folders = ChosenFolders(None)
    assert folders.start_saving(str(card / "clip.mov")) == str(card)
    assert folders.start_saving() == str(films)
    monkeypatch.setattr(os, "access", lambda folder, _: folder != str(card))
    assert folders.start_saving(str(card / "clip.mov")) == str(films)
    folders.keep_saved(str(cuts / "cut.mp4"))
    assert folders.start_saving(str(card / "clip.mov")) == str(cuts)


def test_a_folder_that_is_gone_gives_way_to_one_that_is_there(tmp_path: Path) -> None:
    folders = ChosenFolders(None)
    folders.keep("add", str(tmp_path / "gone" / "clip.mov"))
    begun = folders.start("add", Usual.MoviesLocation)
    assert begun != str(tmp_path / "gone")
    assert Path(begun).is_dir()

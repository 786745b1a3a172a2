"""Where the dialogs for files begin."""

from pathlib import Path

from PySide6.QtCore import QSettings

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


def test_a_folder_that_is_gone_gives_way_to_one_that_is_there(tmp_path: Path) -> None:
    folders = ChosenFolders(None)
    folders.keep("add", str(tmp_path / "gone" / "clip.mov"))
    begun = folders.start("add", Usual.MoviesLocation)
    assert begun != str(tmp_path / "gone")
    assert Path(begun).is_dir()

"""Chooses the sound track of a film that has several: for its folder, or for it alone."""

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from momentry_desk.core.model import AudioTrack
from momentry_desk.core.tracks import heard_track
from momentry_desk.ui.menu_heading import add_heading

_CHANNELS = {1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"}


def track_name(number: int, track: AudioTrack) -> str:
    """A track as a person tells it from the others: its number, language, own name and channels."""
    named = QLocale.codeToLanguage(track.language)
    language = "" if named is QLocale.Language.AnyLanguage else QLocale(named).nativeLanguageName()
    parts = [QCoreApplication.translate("TrackMenu", "Track {0}").format(number + 1)]
    parts += [part for part in (language or track.language, track.title) if part]
    return f"{' · '.join(parts)} ({_CHANNELS.get(track.channels, str(track.channels))})"


class TrackMenu(QToolButton):
    """Hidden where there is nothing to choose. `chosen` carries the track's number and whether that holds for the
    whole folder; None takes the film's own choice back."""

    chosen = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tracks: tuple[AudioTrack, ...] = ()
        self._choice: int | None = None
        self._short = False
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._say()
        self.hide()

    def show_tracks(self, tracks: tuple[AudioTrack, ...], choice: int | None) -> None:
        """What there is to choose from, and what was chosen."""
        self._tracks, self._choice = tracks, choice
        self.setVisible(self.is_needed)
        self._say()

    def shorten(self, short: bool) -> None:
        """Say the number of the track alone, or all that is known of it."""
        self._short = short
        self._say()

    @property
    def is_needed(self) -> bool:
        """Whether there are several tracks."""
        return len(self._tracks) > 1

    @property
    def heard(self) -> int:
        """The number of the track that is heard."""
        chosen = heard_track(self._tracks, self._choice)
        own = next((number for number, track in enumerate(self._tracks) if track.default), 0)
        return own if chosen is None else chosen

    def _fill(self) -> None:
        self._menu.clear()
        add_heading(self._menu, self.tr("Sound of all films in this folder"))
        self._add(self._menu, folder=True)
        self._menu.addSeparator()
        alone = self._menu.addMenu(self.tr("Only for this film"))
        self._add(alone, folder=False)
        alone.addSeparator()
        alone.addAction(self.tr("As in its folder")).triggered.connect(lambda: self.chosen.emit(None, False))

    def _add(self, menu: QMenu, *, folder: bool) -> None:
        group = QActionGroup(menu)
        for number, track in enumerate(self._tracks):
            action = menu.addAction(track_name(number, track))
            action.setCheckable(True)
            action.setChecked(number == self.heard)
            group.addAction(action)
            action.triggered.connect(lambda _=False, number=number: self.chosen.emit(number, folder))

    def _say(self) -> None:
        said = self.tr("Which sound track is heard, and read by speech recognition")
        self.setToolTip(said)
        self.setAccessibleName(said)
        if self.is_needed:
            named = track_name(self.heard, self._tracks[self.heard])
            self.setText(str(self.heard + 1) if self._short else named)
            self.setToolTip(f"{named}\n{said}")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._say()

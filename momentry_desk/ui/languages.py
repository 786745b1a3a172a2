"""The languages of the window: which one is spoken, out of the compiled translations."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from momentry_desk.core.bundle import RESOURCES

_NAME = "momentry_desk"


class Languages:
    """Installs the translator of one language at a time."""

    def __init__(self, app: QCoreApplication, folder: Path = RESOURCES / "translations") -> None:
        self._app = app
        self._folder = folder
        self._translators: list[QTranslator] = []
        self._spoken = ""
        #: The file of the language that is spoken, where it is not there or broken: English is spoken then. Of
        #: English itself only the plural forms would be in it, which nobody need be told.
        self.missing: Path | None = None

    def speak(self, choice: str) -> None:
        """`choice` is "system", "en" or "zh_CN". Widgets hear of a change by LanguageChange; dates and numbers
        follow it, as they are written in the person's own country where that speaks the language."""
        system = QLocale.system()
        locale = system if choice == "system" else QLocale(choice)
        if locale.language() is system.language():
            locale = system
        QLocale.setDefault(locale)
        language = "zh_CN" if locale.language() is QLocale.Language.Chinese else "en"
        if language == self._spoken:
            return
        self._spoken = language
        for translator in self._translators:
            self._app.removeTranslator(translator)
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        # English has a file too: of the plural forms alone. Qt's own file says OK, Cancel, Open.
        own = self._folder / f"{_NAME}_{language}.qm"
        self._translators = []
        self.missing = None if language == "en" else own
        for file in (f"{qt}/qtbase_{language}.qm", str(own)):
            translator = QTranslator(self._app)
            if translator.load(file):
                if file == str(own):
                    self.missing = None
                self._app.installTranslator(translator)
                self._translators.append(translator)

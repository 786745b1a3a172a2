"""How the window looks: colours, spacing and type sizes by name, the palette and the style sheet made of them.

Lengths are device-independent pixels. Nothing else in the window names a colour.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from momentry_desk.core.bundle import RESOURCES

Choice = Literal["system", "light", "dark"]

ROW_HEIGHT = 34
RADIUS = 7
TEXT_PX = 13
#: 11.5 rounded up: a pixel size is a whole number, and text below 12 px is hard to read in Chinese.
SMALL_PX = 12
_CHINESE = ("PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", "Source Han Sans SC")


@dataclass(frozen=True, slots=True)
class Tokens:
    """One colour for each purpose. `faint` never carries what must be read. A colour that is handed out is shared:
    whoever changes it makes a copy first."""

    dark: bool
    base: str
    panel: str
    raised: str
    line: str
    text: str
    mute: str
    faint: str
    accent: str
    on_accent: str
    ok: str
    warn: str
    bad: str
    face: str
    speech: str
    ocr: str

    @cache  # noqa: B019 - there are two of them, for the program's life
    def colour(self, name: str) -> QColor:
        """The colour of that name, as Qt takes it."""
        return QColor(getattr(self, name))

    @cache  # noqa: B019
    def blend(self, name: str, onto: str, share: float) -> QColor:
        """The colour `name` laid over `onto` with an opacity of `share` (0 to 1), as one opaque colour."""
        top, under = self.colour(name), self.colour(onto)
        return QColor(
            round(top.red() * share + under.red() * (1 - share)),
            round(top.green() * share + under.green() * (1 - share)),
            round(top.blue() * share + under.blue() * (1 - share)),
        )

    @property
    def selection(self) -> QColor:
        return self.blend("accent", "panel", 0.18 if self.dark else 0.10)


DARK = Tokens(
    dark=True,
    base="#15171c",
    panel="#1c1f26",
    raised="#242833",
    line="#2d323e",
    text="#e7e9ee",
    mute="#98a0ae",
    faint="#6b7382",
    accent="#5aa2ff",
    on_accent="#0b1220",
    ok="#4cc38a",
    warn="#e9b949",
    bad="#ff8f6b",
    face="#e9b949",
    speech="#5aa2ff",
    ocr="#4cc38a",
)
LIGHT = Tokens(
    dark=False,
    base="#f4f5f7",
    panel="#ffffff",
    raised="#f0f2f5",
    line="#dfe3e9",
    text="#1b1f27",
    mute="#5c6573",
    faint="#8b93a1",
    # These are deep enough that small text in them has a contrast of 4.5 on every background.
    accent="#1a66db",
    on_accent="#ffffff",
    ok="#187a48",
    warn="#9a5d06",
    bad="#c2410c",
    face="#b7791f",
    speech="#1a66db",
    ocr="#187a48",
)


def text_font(font: QFont, *, px: int = TEXT_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A copy of `font` in the given size and weight, with figures of equal width."""
    copy = QFont(font)
    copy.setPixelSize(px)
    copy.setWeight(weight)
    copy.setFeature(QFont.Tag("tnum"), 1)
    return copy


class Theme(QObject):
    """The look in use. `changed` comes after palette and style sheet were put in place."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self._choice: Choice = choice
        self.tokens = DARK
        # Fusion draws the same everywhere, and obeys a palette on platforms that know no colour scheme.
        app.setStyle(QStyleFactory.create("Fusion"))
        font = text_font(app.font())
        # Without a name for them, Chinese signs come in whatever weight the system finds first.
        font.setFamilies([QFontInfo(font).family(), *_CHINESE])
        app.setFont(font)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: Choice) -> None:
        """Follow the system, or stay light or dark."""
        if choice != self._choice:
            self._choice = choice
            self._apply()

    def _apply(self) -> None:
        scheme = QGuiApplication.styleHints().colorScheme()
        dark = self._choice == "dark" or (self._choice == "system" and scheme != Qt.ColorScheme.Light)
        self.tokens = DARK if dark else LIGHT
        self._app.setPalette(palette(self.tokens))
        self._app.setStyleSheet(style_sheet(self.tokens))
        self.changed.emit()


def palette(t: Tokens) -> QPalette:
    """The tokens as a palette, for what the style sheet does not reach (dialogs of Qt's own)."""
    made = QPalette()
    roles = QPalette.ColorRole
    pairs: dict[QPalette.ColorRole, str] = {
        roles.Window: t.panel,
        roles.WindowText: t.text,
        roles.Base: t.base,
        roles.AlternateBase: t.panel,
        roles.Text: t.text,
        roles.PlaceholderText: t.mute,
        roles.Button: t.raised,
        roles.ButtonText: t.text,
        roles.BrightText: t.bad,
        roles.ToolTipBase: t.raised,
        roles.ToolTipText: t.text,
        roles.Highlight: t.accent,
        roles.HighlightedText: t.on_accent,
        roles.Link: t.accent,
        roles.Mid: t.line,
        roles.Dark: t.line,
        roles.Light: t.raised,
    }
    for role, colour in pairs.items():
        made.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(t.faint))
    return made


def style_sheet(t: Tokens) -> str:
    """The style sheet of the whole program. Widgets are reached by object name, never by position."""
    hover = t.blend("text", "raised", 0.06).name()
    accent_hover = t.blend("text", "accent", 0.12).name()
    chosen = t.selection.name()
    # Pale enough that the figures over it can be read.
    filled = t.blend("accent", "raised", 0.4).name()
    handle = t.blend("text", "panel", 0.22).name()
    shade = "dark" if t.dark else "light"
    icons = (RESOURCES / "icons").as_posix()
    return f"""
QWidget {{ color: {t.text}; font-size: {TEXT_PX}px; }}
QMainWindow, #page, #queuePane {{ background: {t.base}; }}
#toolbar, #rail, #libraryPane, #detailsPane, #detailsBody, #resourceStrip, #statusLine, #noticeBar,
#addSummary {{
  background: {t.panel}; }}
#toolbar {{ border-bottom: 1px solid {t.line}; }}
#rail {{ border-right: 1px solid {t.line}; }}
#plotPlace {{ background: {t.base}; border-radius: 4px; }}
#resourceStrip, #statusLine {{ border-top: 1px solid {t.line}; }}
#noticeBar, #addSummary {{ border-bottom: 1px solid {t.line}; }}
#toast {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; }}
QLineEdit#filterBox {{ background: transparent; border: 1px solid {t.line}; padding: 1px 8px; min-height: 20px;
  font-size: {SMALL_PX}px; }}
QLineEdit#filterBox:focus {{ border: 1px solid {t.accent}; }}
#facesQuestion {{ background: {t.panel}; border: none; border-bottom: 1px solid {t.line}; }}
#suggestion {{ background: {t.panel}; border: none; border-top: 1px solid {t.line};
  border-bottom: 1px solid {t.line}; }}
QLabel[role="heading"] {{ color: {t.mute}; font-size: {SMALL_PX}px; font-weight: 600; }}
QLabel[role="mute"] {{ color: {t.mute}; }}
QLabel[role="small"] {{ color: {t.mute}; font-size: {SMALL_PX}px; }}
QLabel[role="strong"] {{ font-size: {SMALL_PX}px; font-weight: 600; }}
QLabel[role="title"] {{ font-size: 20px; font-weight: 600; }}
QLabel[role="time"] {{ font-weight: 600; }}
QLabel[role="name"] {{ font-weight: 600; }}
QLabel[role="warn"] {{ color: {t.warn}; }}
QLabel[role="bad"], QLabel[role="refusal"] {{ color: {t.bad}; }}
QLabel[role="refusal"] {{ font-size: {SMALL_PX}px; }}
QLabel[role="group"] {{ font-size: 15px; font-weight: 600; padding-top: 16px; }}
QLabel[role="mark"] {{ color: {t.accent}; font-size: {SMALL_PX}px; }}
QPushButton {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px;
  padding: 5px 12px; min-height: 18px; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:focus, QToolButton:focus {{ border: 1px solid {t.accent}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {t.faint}; }}
QPushButton[filled="true"] {{
  background: {t.accent}; color: {t.on_accent}; border: 1px solid {t.accent}; font-weight: 600; }}
QPushButton[filled="true"]:hover {{ background: {accent_hover}; }}
QPushButton[filled="true"]:focus {{
  border: 2px solid {t.text}; padding: 4px 11px; }}
QPushButton[filled="true"]:disabled {{
  background: {t.raised}; color: {t.faint}; border: 1px solid {t.line}; }}
QPushButton::menu-indicator {{ image: none; width: 0px; }}
QToolButton#rail_item {{
  background: transparent; border: 1px solid transparent; border-radius: {RADIUS}px; color: {t.mute};
  font-size: 11px; padding: 4px 0px; }}
QToolButton#rail_item:checked {{ background: {chosen}; color: {t.accent}; }}
QToolButton#rail_item:hover:!checked {{ background: {t.raised}; }}
QToolButton#rail_item:focus {{ border: 1px solid {t.accent}; }}
QPushButton#link, QToolButton#link {{
  background: transparent; border: 1px solid transparent; border-radius: 4px; color: {t.accent}; padding: 1px 6px;
  font-size: {SMALL_PX}px; min-height: 16px; }}
QPushButton#link[tone="bad"] {{ color: {t.bad}; }}
QPushButton#link[tone="quiet"] {{ color: {t.mute}; padding-right: 20px; }}
QPushButton#link[tone="quiet"]:hover {{ color: {t.text}; background: {t.raised}; text-decoration: none; }}
QPushButton#link[tone="quiet"]::menu-indicator {{
  image: url("{icons}/step-down.svg"); width: 14px; height: 14px; right: 4px;
  subcontrol-origin: border; subcontrol-position: center right; }}
QPushButton#link:hover, QToolButton#link:hover {{ text-decoration: underline; }}
QPushButton#link:focus, QToolButton#link:focus {{ border: 1px solid {t.accent}; }}
QToolButton#bare {{
  background: transparent; border: 1px solid transparent; border-radius: {RADIUS}px; padding: 4px; }}
QToolButton#bare::menu-indicator {{ image: none; width: 0px; }}
QToolButton#bare:hover {{ background: {t.raised}; }}
QToolButton#bare:focus {{ border: 1px solid {t.accent}; }}
QToolButton#chip {{
  background: transparent; border: 1px solid {t.line}; border-radius: 11px; padding: 2px 10px; color: {t.mute};
  font-size: {SMALL_PX}px; }}
QToolButton#chip:hover {{ background: {t.raised}; }}
QToolButton#chip:checked, QToolButton#chip[chosen="true"] {{
  background: {chosen}; border: 1px solid {t.accent}; color: {t.text}; }}
QToolButton#chip:focus {{ border: 1px solid {t.accent}; }}
QToolButton#chip::menu-indicator {{ image: none; width: 0px; }}
QLineEdit {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; padding: 5px 8px; min-height: 18px;
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QLineEdit:focus {{ border: 1px solid {t.accent}; }}
#lineEditor {{ padding: 0 4px; margin: 0; min-height: 0;
  background: {t.raised}; color: {t.text}; border: 1px solid {t.accent}; border-radius: 4px;
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; padding: 4px 6px;
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit:focus {{ border: 1px solid {t.accent}; }}
QDialog QRadioButton::indicator, QDialog QCheckBox::indicator {{
  width: 12px; height: 12px; border: 1px solid {t.mute}; background: transparent; border-radius: 3px; }}
QDialog QRadioButton::indicator {{ border-radius: 7px; }}
QDialog QRadioButton::indicator:checked {{
  width: 6px; height: 6px; border: 4px solid {t.accent}; background: {t.on_accent}; }}
QDialog QCheckBox::indicator:checked {{ border: 1px solid {t.accent}; background: {t.accent}; }}
QDialog QRadioButton::indicator:focus, QDialog QCheckBox::indicator:focus {{ border-color: {t.accent}; }}
QDialog QProgressBar {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; min-height: 16px; max-height: 16px;
  text-align: center; font-size: {SMALL_PX}px; }}
QDialog QProgressBar::chunk {{ background: {filled}; border-radius: {RADIUS - 1}px; }}
#settingsSide {{ background: {t.panel}; border-right: 1px solid {t.line}; }}
#resultsPane, #playerPane, #preview {{ background: {t.panel}; }}
#preview {{ border: 1px solid {t.line}; border-radius: {RADIUS}px; }}
QAbstractItemView {{
  background: transparent; border: 1px solid transparent; selection-background-color: {chosen}; outline: none;
  selection-color: {t.text}; }}
QDialog QAbstractItemView:focus {{ border: 1px solid {t.blend("accent", "panel", 0.5).name()}; }}
QTableView {{ gridline-color: {t.line}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
  background: {t.base}; color: {t.mute}; font-size: {SMALL_PX}px; font-weight: 600; border: none;
  border-bottom: 1px solid {t.line}; padding: 0px 6px; }}
QDialog QTableView::item, QDialog QTreeView::item {{ padding: 4px 5px; }}
QDialog QHeaderView::section {{ background: {t.panel}; }}
QSplitter::handle {{ background: {t.line}; }}
QComboBox, QDoubleSpinBox, #field {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; padding: 4px 8px; min-height: 20px;
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QComboBox {{ padding-left: 10px; combobox-popup: 0; }}
QComboBox:focus, QDoubleSpinBox:focus, #field:focus {{ border: 1px solid {t.accent}; }}
QComboBox::drop-down {{ border: none; width: 22px; }}
QComboBox::down-arrow {{ image: url("{icons}/step-down.svg"); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{ background: {t.raised}; border: 1px solid {t.line}; padding: 4px; }}
QComboBox QAbstractItemView::item {{ min-height: 26px; padding-left: 5px; }}
QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{
  background: transparent; border: none; width: 20px; }}
QDoubleSpinBox::up-arrow {{ image: url("{icons}/step-up.svg"); width: 10px; height: 10px; }}
QDoubleSpinBox::down-arrow {{
  image: url("{icons}/step-down.svg"); width: 10px; height: 10px; }}
QAbstractSpinBox QLineEdit {{ background: transparent; border: none; padding: 0px 0px 0px 6px; min-height: 0px; }}
QDoubleSpinBox {{ padding: 4px 2px; min-height: 18px; }}
QCheckBox::indicator {{
  width: 14px; height: 14px; border: 1px solid {t.mute}; border-radius: 4px; background: {t.raised}; }}
QCheckBox::indicator:checked {{
  background: {t.accent}; border: 1px solid {t.accent}; image: url("{icons}/check-{shade}.svg"); }}
QCheckBox {{ border: 1px solid transparent; border-radius: 4px; padding: 3px 4px; spacing: 8px; }}
QCheckBox:focus {{ border: 1px solid {t.accent}; }}
QCheckBox:disabled {{ color: {t.faint}; }}
QCheckBox::indicator:disabled {{ border-color: {t.line}; }}
#qt_msgbox_informativelabel {{ min-width: 340px; }}
QProgressBar {{ background: {t.raised}; border: none; border-radius: 3px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: 3px; }}
#settingsNav::item {{ height: {ROW_HEIGHT}px; padding-left: 8px; border-radius: {RADIUS}px; }}
#settingsNav::item:hover {{ background: {t.raised}; }}
#settingsNav::item:selected {{ background: {chosen}; color: {t.text}; }}
#settingsNav::item:selected:focus {{ border: 1px solid {t.accent}; }}
#resourceStrip QSpinBox {{
  background: {t.raised}; border: 1px solid {t.line}; border-radius: 5px; padding: 1px 2px 1px 6px;
  font-size: {SMALL_PX}px; }}
#resourceStrip QSpinBox::up-button, #resourceStrip QSpinBox::down-button {{
  background: transparent; border: none; width: 16px; }}
#resourceStrip QSpinBox::up-arrow {{ image: url("{icons}/step-up.svg"); width: 10px; height: 10px; }}
#resourceStrip QSpinBox::down-arrow {{ image: url("{icons}/step-down.svg"); width: 10px; height: 10px; }}
#resourceStrip QSpinBox:focus {{ border: 1px solid {t.accent}; }}
#resourceStrip QCheckBox {{ color: {t.mute}; font-size: {SMALL_PX}px; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0px; }}
QScrollBar::handle {{ background: {handle}; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QMenuBar {{ background: {t.panel}; font-size: {SMALL_PX}px; padding: 2px 6px 0px 6px; }}
QMenuBar::item {{ background: transparent; color: {t.mute}; padding: 3px 7px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {t.raised}; color: {t.text}; }}
QMenu {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {RADIUS}px; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
QMenu::indicator {{ width: 12px; height: 12px; margin-left: 2px; }}
QMenu::indicator:checked {{ image: url("{icons}/tick-{shade}.svg"); }}
QMenu::item:selected {{ background: {chosen}; }}
QMenu::item:disabled {{ color: {t.faint}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
QToolTip {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.line}; padding: 4px 6px; }}
"""

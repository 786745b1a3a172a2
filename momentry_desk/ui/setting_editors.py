"""What a setting is changed with: a switch, a number, a choice, text, a list. Each shows a value.

None stands for unset. A wheel that scrolls the page changes nothing that has not got the keyboard.
"""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QLocale, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from momentry_desk.core.setting_fields import Kind, SettingField, SettingValue
from momentry_desk.ui import setting_words

#: What may be typed into a number: more than any setting takes, so that the refusal says what it would take.
_MOST_TYPED = 10_000_000.0
_UNSET = -_MOST_TYPED

#: Where a number's text begins, and by how much Chinese words in its place stand lower, in pixels.
_TEXT_LEFT, _LOWERED = 6, 3


class Editor(QWidget):
    """`changed` carries the value that a person gave. `focus_widget` is what takes the keyboard."""

    changed = Signal(object)  # SettingValue

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)

    @property
    def focus_widget(self) -> QWidget:
        raise NotImplementedError

    def show_value(self, value: SettingValue | None) -> None:
        """Show it, whatever stood there; nobody is told."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.focus_widget.setAccessibleName(self.words.label)
        self.focus_widget.setAccessibleDescription(self.words.help)

    @property
    def words(self) -> setting_words.SettingWords:
        return setting_words.setting(self.field.key)

    def _take_in(self, widget: QWidget, stretch: int = 0) -> None:
        self._row.addWidget(widget, stretch)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class SwitchEditor(Editor):
    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self.box = QCheckBox()
        self.box.toggled.connect(self._say)
        self.box.clicked.connect(lambda on: self.changed.emit(on))
        self._take_in(self.box)
        self._row.addStretch(1)

    @property
    def focus_widget(self) -> QWidget:
        return self.box

    def show_value(self, value: SettingValue | None) -> None:
        self.box.setChecked(bool(value))
        self._say()

    def retranslate(self) -> None:
        super().retranslate()
        self._say()

    def _say(self) -> None:
        self.box.setText(setting_words.on_or_off(self.box.isChecked()))


class _NumberBox(QDoubleSpinBox):
    """Steps within the bounds of its setting; typed may be more, and is refused with a sentence."""

    def __init__(self, field: SettingField) -> None:
        super().__init__()
        self._field = field
        self.unset = ""
        self.special: Mapping[float, str] = {}
        self.setDecimals(0 if field.kind is Kind.WHOLE else 3)
        self.setRange(_UNSET, _MOST_TYPED)
        self.setKeyboardTracking(False)
        self.setGroupSeparatorShown(False)
        # What is typed stays as it is until it is finished: no default jumps in meanwhile.
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToPreviousValue)
        span = field.most - field.least
        self.setSingleStep(1.0 if field.kind is Kind.WHOLE or span >= 60 else 0.5 if span > 2 else 0.1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def textFromValue(self, value: float) -> str:
        if value == _UNSET:
            return self.unset
        if (named := self.special.get(value)) is not None:
            return named
        if value.is_integer():
            return self.locale().toString(int(value)).replace(self.locale().groupSeparator(), "")
        return self.locale().toString(value, "g", 6)

    def valueFromText(self, text: str) -> float:
        plain = text.removesuffix(self.suffix()).strip()
        if plain == self.unset:
            return _UNSET
        for value, named in self.special.items():
            if plain == named:
                return value
        number, good = self.locale().toDouble(plain)
        return number if good else float(plain or 0)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        plain = text.removesuffix(self.suffix()).strip()
        if plain == self.unset or plain in self.special.values():
            return QValidator.State.Acceptable, text, position
        return super().validate(text, position)

    def stepBy(self, steps: int) -> None:
        if self.value() == _UNSET:
            self.setValue(self._field.least)
            return
        stepped = self.value() + steps * self.singleStep()
        self.setValue(min(max(stepped, self._field.least), self._field.most))

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag
        up = flags.StepUpEnabled if self.value() < self._field.most else flags.StepNone
        down = flags.StepDownEnabled if self.value() > self._field.least else flags.StepNone
        return up | down


class NumberEditor(Editor):
    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self.box = _NumberBox(field)
        self.box.valueChanged.connect(self._tell)
        self._take_in(self.box, 1)

    @property
    def focus_widget(self) -> QWidget:
        return self.box

    def show_value(self, value: SettingValue | None) -> None:
        with QSignalBlocker(self.box):
            number = _UNSET if value is None else float(value)  # type: ignore[arg-type]
            self.box.setValue(number)
            self._suffix(number)

    def retranslate(self) -> None:
        super().retranslate()
        with QSignalBlocker(self.box):
            self.box.setLocale(QLocale())
            self.box.unset = self.words.unset
            self.box.special = self.words.special
            value = self.box.value()
            self._suffix(value)
            # The same number in other words is painted only when it is set anew.
            self.box.setValue(value + 1)
            self.box.setValue(value)

    def _suffix(self, value: float) -> None:
        # A name instead of a number has no unit.
        named = value == _UNSET or value in self.box.special
        self.box.setSuffix("" if named else self.words.unit)
        # Qt puts a line on the baseline of its Latin font: Chinese words alone would stand too high in the box.
        low = named and not self.box.textFromValue(value).isascii()
        by = _LOWERED if low else 0
        # What is added above is taken away below, so that the box stays as high as it is.
        self.box.lineEdit().setTextMargins(_TEXT_LEFT, by, 0, -by)

    def _tell(self, value: float) -> None:
        with QSignalBlocker(self.box):
            self._suffix(value)
        if value != _UNSET:
            self.changed.emit(int(value) if self.field.kind is Kind.WHOLE else value)


class ChoiceEditor(Editor):
    """A setting of text with given choices, too: one that stands in the file and is no choice is shown as it is."""

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self.box = QComboBox()
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # The longest of a hundred names must not make the page wide.
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self.box.activated.connect(lambda place: self.changed.emit(self.box.itemData(place)))
        self._value: SettingValue | None = field.default
        self._take_in(self.box, 1)

    @property
    def focus_widget(self) -> QWidget:
        return self.box

    def show_value(self, value: SettingValue | None) -> None:
        self._value = value
        if self.box.findData(value) < 0:
            self._fill()
        self.box.setCurrentIndex(self.box.findData(value))

    def retranslate(self) -> None:
        super().retranslate()
        self._fill()
        self.show_value(self._value)

    def _fill(self) -> None:
        said = self.words
        names = {code: said.choices.get(code, code) for code in self.field.choices} or said.choices
        self.box.clear()
        if self.field.default is None:
            self.box.addItem(said.unset, None)
        for code, name in names.items():
            self.box.addItem(name, code)
        if self._value is not None and self.box.findData(self._value) < 0:
            self.box.addItem(str(self._value), self._value)


class TextEditor(Editor):
    """One line; of a list, with commas between."""

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self.box = QLineEdit()
        if field.key.endswith("_secret"):
            self.box.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self._shown = ""
        self.box.editingFinished.connect(self._tell)
        self._take_in(self.box, 1)

    @property
    def focus_widget(self) -> QWidget:
        return self.box

    def show_value(self, value: SettingValue | None) -> None:
        self._shown = ", ".join(value) if isinstance(value, tuple) else str(value or "")
        self.box.setText(self._shown)

    def _tell(self) -> None:
        text = self.box.text().strip()
        if text == self._shown:
            return
        self._shown = text
        if self.field.kind is Kind.LIST:
            self.changed.emit(tuple(part.strip() for part in text.split(",") if part.strip()))
        else:
            self.changed.emit(text)


class TicksEditor(Editor):
    """A list out of a few names, each ticked or not. What else stands in it is kept."""

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(field, parent)
        self._value: tuple[str, ...] = ()
        self.boxes: dict[str, QCheckBox] = {}
        column = QVBoxLayout()
        column.setSpacing(4)
        self._row.addLayout(column, 1)
        for name in self.words.choices:
            box = self.boxes[name] = QCheckBox()
            box.clicked.connect(self._tell)
            column.addWidget(box)

    @property
    def focus_widget(self) -> QWidget:
        return next(iter(self.boxes.values()))

    def show_value(self, value: SettingValue | None) -> None:
        self._value = value if isinstance(value, tuple) else ()
        for name, box in self.boxes.items():
            box.setChecked(name in self._value)

    def retranslate(self) -> None:
        said = self.words
        for name, box in self.boxes.items():
            box.setText(said.choices[name])
            box.setAccessibleName(said.choices[name])
            box.setAccessibleDescription(said.help)

    def _tell(self) -> None:
        others = [name for name in self._value if name not in self.boxes]
        ticked = [name for name, box in self.boxes.items() if box.isChecked()]
        self.changed.emit((*ticked, *others))


def make_editor(field: SettingField) -> Editor:
    """The editor for a setting of this kind."""
    choices = setting_words.setting(field.key).choices
    match field.kind:
        case Kind.SWITCH:
            return SwitchEditor(field)
        case Kind.WHOLE | Kind.NUMBER:
            return NumberEditor(field)
        case Kind.LIST if choices:
            return TicksEditor(field)
        case Kind.TEXT | Kind.LIST if not choices:
            return TextEditor(field)
        case _:
            return ChoiceEditor(field)

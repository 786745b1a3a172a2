"""What a schema of settings says about each of them: its kind, its bounds, its choices, its default.

Read out of the types, so that a window, a sentence about a bad value and the check itself never disagree.
"""

import json
import typing
from enum import StrEnum

import msgspec
from msgspec import inspect

from momentry_desk.core.sentences import Said, say

#: What a setting's value may be.
SettingValue = bool | int | float | str | tuple[str, ...]


class Kind(StrEnum):
    SWITCH = "switch"
    WHOLE = "whole"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    LIST = "list"
    TABLES = "tables"


class SettingField(msgspec.Struct, frozen=True):
    """One setting by its dotted key. A `default` of None: it may be unset, and is.

    `least` and `most` bound numbers, `choices` are what a CHOICE may be.
    """

    key: str
    kind: Kind
    default: SettingValue | None
    least: float = 0.0
    most: float = 0.0
    choices: tuple[str, ...] = ()

    def refusal(self, value: object) -> str:
        """The sentence about a value that this setting cannot have."""
        parts = {"key": self.key.rpartition(".")[2], "value": _written(value)}
        match self.kind:
            case Kind.SWITCH:
                return say(Said.NO_YES_OR_NO, **parts)
            case Kind.WHOLE:
                return say(Said.NO_WHOLE_NUMBER, **parts, least=_plain(self.least), most=_plain(self.most))
            case Kind.NUMBER:
                return say(Said.OUT_OF_BOUNDS, **parts, least=_plain(self.least), most=_plain(self.most))
            case Kind.CHOICE:
                return say(Said.NO_CHOICE, **parts, choices=", ".join(self.choices))
            case Kind.TEXT:
                return say(Said.NO_TEXT, **parts)
            case Kind.LIST:
                return say(Said.NO_LIST, **parts)
            case Kind.TABLES:
                return say(Said.NO_TABLES, **parts)


def fields_of(kind: type[msgspec.Struct], prefix: str = "") -> tuple[SettingField, ...]:
    """Every setting of a schema, sections within it included, in its order.

    Raises `TypeError` for a type that no setting may have: numbers without bounds are among them.
    """
    found: list[SettingField] = []
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    hints = typing.get_type_hints(kind)
    for field in told.fields:
        key = f"{prefix}{field.name}"
        types = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        own = next(one for one in types if not isinstance(one, inspect.NoneType))
        if isinstance(own, inspect.StructType):
            found += fields_of(own.cls, f"{key}.")
        else:
            found.append(_field(key, own, hints[field.name], field.default))
    return tuple(found)


def _field(key: str, own: inspect.Type, hint: object, default: SettingValue | None) -> SettingField:
    match own:
        case inspect.BoolType():
            return SettingField(key, Kind.SWITCH, default)
        case inspect.IntType(ge=int() as least, le=int() as most):
            return SettingField(key, Kind.WHOLE, default, least, most)
        case inspect.FloatType(ge=int() | float() as least, le=int() | float() as most):
            return SettingField(key, Kind.NUMBER, default, float(least), float(most))
        case inspect.LiteralType():
            return SettingField(key, Kind.CHOICE, default, choices=_choices(hint))
        case inspect.StrType():
            return SettingField(key, Kind.TEXT, default)
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return SettingField(key, Kind.LIST, default)
        case inspect.VarTupleType(item_type=inspect.StructType()):
            return SettingField(key, Kind.TABLES, ())
        case _:
            raise TypeError(f"{key} has a type that no setting may have")


def _choices(hint: object) -> tuple[str, ...]:
    """What stands in a Literal, in the order in which it was written there."""
    parts = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Literal:
        return tuple(map(str, parts))
    return next((found for part in parts if (found := _choices(part))), ())


def _plain(number: float) -> str:
    return f"{number:.12g}"


def _written(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return _plain(value)
    return json.dumps(value, ensure_ascii=False, default=str)

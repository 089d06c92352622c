"""Reads fixtures (docs/PROTOCOL.md) into the classes of a model."""

import struct
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from .model import Type
from .natural import Natural

MAGIC = b"WMFIX 2\n"
# Instants are aware datetimes in UTC, and in fixtures whole milliseconds.
EPOCH, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
_COUNT = struct.Struct(">I")
_INT64 = struct.Struct(">q")
_DOUBLE = struct.Struct(">d")


def read_fixture(path: str, natural: Natural, classes: Mapping[str, type[Any]]) -> list[Any]:
    """`classes` are those of the records, with the attributes of the natural model's."""
    with open(path, "rb") as file:
        reader = _Reader(file.read(), natural, classes)
    return reader.documents()


class _Reader:
    def __init__(self, data: bytes, natural: Natural, classes: Mapping[str, type[Any]]) -> None:
        self._data = data
        self._at = len(MAGIC)
        self._root = natural.model.root
        # pydantic's way to make an object without looking at what is in it.
        self._make = {name: getattr(one, "model_construct", one) for name, one in classes.items()}
        self._fields = {
            name: {field.name: (attribute, field.type) for field, attribute in natural.fields(name)}
            for name in classes
        }
        self._none = {
            name: dict.fromkeys(attribute for attribute, _ in fields.values())
            for name, fields in self._fields.items()
        }
        self._members = {
            name: {str(member): member for member in class_} for name, class_ in natural.enums.items()
        }

    def documents(self) -> list[Any]:
        return [self._value(self._root) for _ in range(self._count())]

    def _value(self, type_: Type) -> Any:
        match self._take(1):
            case b"N":
                return None
            case b"T":
                return True
            case b"F":
                return False
            case b"l":
                return self._number(_INT64)
            case b"d":
                return self._number(_DOUBLE)
            case b"s":
                return self._of_text(type_)
            case b"m":
                return EPOCH + self._number(_INT64) * MILLISECOND
            case b"b":
                return self._take(self._count())
            case b"[":
                element = type_.of or type_
                return [self._value(element) for _ in range(self._count())]
            case b"M":
                element = type_.of or type_
                return {self._text(): self._value(element) for _ in range(self._count())}
            case b"{":
                return self._record(type_.name)

    def _of_text(self, type_: Type) -> Any:
        text = self._text()
        if type_.kind == "enum":
            return self._members[type_.name][text]
        return UUID(text) if type_.kind == "uuid" else text

    def _record(self, name: str) -> Any:
        fields = self._fields[name]
        values = self._none[name].copy()
        for _ in range(self._count()):
            attribute, type_ = fields[self._text()]
            values[attribute] = self._value(type_)
        return self._make[name](**values)

    def _text(self) -> str:
        return self._take(self._count()).decode()

    def _number(self, number: struct.Struct) -> Any:
        return number.unpack(self._take(8))[0]

    def _count(self) -> int:
        count: int = _COUNT.unpack(self._take(4))[0]
        return count

    def _take(self, size: int) -> bytes:
        start = self._at
        self._at = start + size
        return self._data[start : self._at]

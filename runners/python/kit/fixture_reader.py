"""Reads fixtures (docs/PROTOCOL.md) into the natural model."""

import struct
from collections.abc import Callable
from typing import Any
from uuid import UUID

from .errors import Refusal
from .instants import EPOCH, MILLISECOND
from .model import Type
from .natural import Natural

_MAGIC = b"WMFIX 1\n"
_COUNT = struct.Struct(">I")
_NUMBERS = {ord("i"): struct.Struct(">i"), ord("l"): struct.Struct(">q"), ord("d"): struct.Struct(">d")}


def fixture_reader(natural: Natural) -> Callable[[str, int], list[Any]]:
    """What reads a file with so many documents."""
    classes = {name: _RecordClass(natural, name, class_) for name, class_ in natural.records.items()}
    members = {name: {str(member): member for member in class_} for name, class_ in natural.enums.items()}

    def read(path: str, expected: int) -> list[Any]:
        with open(path, "rb") as file:
            reader = _Reader(path, file.read(), classes, members)
        return reader.documents(natural.model.root, expected)

    return read


class _RecordClass:
    """A record's fields by name, and how one of its objects is made of them."""

    def __init__(self, natural: Natural, name: str, class_: type[Any]) -> None:
        self.make = class_
        fields = natural.fields(name)
        self.types = {field.name: (place, field.type) for place, (field, _) in enumerate(fields)}
        self.none: list[Any] = [None] * len(fields)


class _Reader:
    def __init__(
        self, path: str, data: bytes, classes: dict[str, _RecordClass], members: dict[str, dict[str, Any]]
    ) -> None:
        self._path = path
        self._data = data
        self._classes = classes
        self._members = members
        self._at = 0

    def documents(self, root: Type, expected: int) -> list[Any]:
        if self._take(len(_MAGIC)) != _MAGIC:
            self._fail("not a fixture file")
        count = self._count()
        if count != expected:
            self._fail(f"expected {expected} documents, found {count}")
        documents = [self._value(root) for _ in range(count)]
        if self._at != len(self._data):
            self._fail("bytes are left after the last document")
        return documents

    def _value(self, type_: Type) -> Any:
        tag = self._take(1)[0]
        if tag in _NUMBERS:
            number = _NUMBERS[tag]
            return number.unpack(self._take(number.size))[0]
        match chr(tag):
            case "N":
                return None
            case "T":
                return True
            case "F":
                return False
            case "s":
                return self._text()
            case "e":
                return self._members[type_.name][self._text()]
            case "u":
                return UUID(bytes=self._take(16))
            case "m":
                milliseconds = _NUMBERS[ord("l")].unpack(self._take(8))[0]
                return EPOCH + milliseconds * MILLISECOND
            case "b":
                return self._take(self._count())
            case "[":
                element = self._within(type_)
                return [self._value(element) for _ in range(self._count())]
            case "{":
                return self._record(type_)
            case "M":
                element = self._within(type_)
                return {self._text(): self._value(element) for _ in range(self._count())}
            case unknown:
                return self._fail(f'unknown tag "{unknown}"')

    def _within(self, type_: Type) -> Type:
        return type_ if type_.kind == "any" else type_.element

    def _record(self, type_: Type) -> Any:
        record = self._classes[type_.name]
        values = record.none.copy()
        for _ in range(self._count()):
            name = self._text()
            if name not in record.types:
                self._fail(f'field "{name}" isn\'t in {type_.name}')
            place, field_type = record.types[name]
            values[place] = self._value(field_type)
        return record.make(*values)

    def _text(self) -> str:
        return self._take(self._count()).decode()

    def _count(self) -> int:
        count: int = _COUNT.unpack(self._take(4))[0]
        return count

    def _take(self, size: int) -> bytes:
        start = self._at
        self._at = start + size
        if self._at > len(self._data):
            self._fail("a value reaches past the end")
        return self._data[start : self._at]

    def _fail(self, what: str) -> Any:
        raise Refusal(f"{self._path}: {what}, at byte {self._at}")

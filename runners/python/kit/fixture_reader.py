"""Reads fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and fixtures")."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from struct import unpack
from typing import Any
from uuid import UUID

from .model import Type
from .natural import Natural

MAGIC = b"WMFIX 2\n"
EPOCH, MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


def read_fixture(path: str, natural: Natural, classes: Mapping[str, Callable[..., Any]]) -> list[Any]:
    """Reads a file's documents. `classes` has, for each record, a class or function that creates an object; its
    arguments are named like the attributes of the natural model (dataclasses).
    """
    with open(path, "rb") as file:
        file.seek(len(MAGIC))
        reader = _Reader(file.read, natural, classes)
        return [reader.value(natural.model.root) for _ in range(reader.count())]


class _Reader:
    def __init__(
        self, take: Callable[[int], bytes], natural: Natural, classes: Mapping[str, Callable[..., Any]]
    ) -> None:
        self._take = take
        self._members = natural.members
        self._make = classes
        self._fields = {
            name: {field.name: (attribute, field.type) for field, attribute in natural.fields(name)}
            for name in classes
        }

    def value(self, type_: Type) -> Any:
        match self._take(1):
            case b"N":
                return None
            case b"T":
                return True
            case b"F":
                return False
            case b"l":
                return self._integer()
            case b"d":
                return unpack(">d", self._take(8))[0]
            case b"s":
                return self._of_text(type_)
            case b"m":
                return EPOCH + self._integer() * MILLISECOND
            case b"b":
                return self._take(self.count())
            case b"[":
                return [self.value(type_.element) for _ in range(self.count())]
            case b"M":
                return {self._text(): self.value(type_.element) for _ in range(self.count())}
            case b"{":
                return self._record(type_.name)

    def _of_text(self, type_: Type) -> Any:
        text = self._text()
        if type_.kind == "enum":
            return self._members[type_.name][text]
        return UUID(text) if type_.kind == "uuid" else text

    def _record(self, name: str) -> Any:
        fields = self._fields[name]
        values: dict[str, Any] = {attribute: None for attribute, _ in fields.values()}
        for _ in range(self.count()):
            attribute, type_ = fields[self._text()]
            values[attribute] = self.value(type_)
        return self._make[name](**values)

    def _text(self) -> str:
        return self._take(self.count()).decode()

    def _integer(self) -> int:
        return int.from_bytes(self._take(8), signed=True)

    def count(self) -> int:
        return int.from_bytes(self._take(4))

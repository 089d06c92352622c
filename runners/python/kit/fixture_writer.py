"""Writes what `deserialize` gave as a fixture (docs/PROTOCOL.md), and refuses what isn't plain data.

Scalars are read by the functions of their own base types: the value of a `str`, `int`, `float` or `bytes`, of a subclass too, is
in the object itself, whatever the subclass does when asked. Lists and dicts must be just that. An object's fields must lie in its
slots or its `__dict__`: a property, or whatever else computes them when they are read, is work that was put off.
"""

import struct
from datetime import datetime
from inspect import isdatadescriptor
from types import MemberDescriptorType
from typing import Any
from uuid import UUID

from .errors import Mismatch
from .instants import EPOCH, MILLISECOND
from .model import Field, Type
from .natural import Natural

_COUNT = struct.Struct(">I")
_INT64 = struct.Struct(">cq")
_DOUBLE = struct.Struct(">cd")


def write_fixture(path: str, documents: list[Any], natural: Natural) -> None:
    """Raises Mismatch where a value isn't plain data, or none that a document of the schema may have."""
    writer = _Writer(natural)
    for document in documents:
        writer.value(document, natural.model.root)
    with open(path, "wb") as file:
        file.write(b"WMFIX 1\n" + _COUNT.pack(len(documents)))
        file.write(writer.out)


class _Writer:
    def __init__(self, natural: Natural) -> None:
        self.out = bytearray()
        self._natural = natural
        self._slots: dict[tuple[type[Any], str], MemberDescriptorType | None] = {}

    def value(self, value: Any, type_: Type | None) -> None:
        """Of a type of the model; None for what the model doesn't have."""
        if value is None or value is True or value is False:
            self.out += {None: b"N", True: b"T", False: b"F"}[value]
        elif isinstance(value, int):
            self._integer(int.__index__(value), type_)
        elif isinstance(value, float):
            self.out += _DOUBLE.pack(b"d", float.__float__(value))
        elif isinstance(value, str):
            self._tagged(b"s", str.encode(value))
        elif isinstance(value, bytes):
            self._tagged(b"b", bytes.__getitem__(value, slice(None)))
        elif type(value) is bytearray or type(value) is memoryview:
            self._tagged(b"b", bytes(value))
        elif isinstance(value, datetime):
            self._instant(value)
        elif type(value) is UUID:
            self.out += b"u" + value.bytes
        elif type(value) is list or type(value) is tuple:
            self._list(value, type_)
        elif type(value) is dict:
            self._map(value, type_)
        elif type_ is not None and type_.kind == "record":
            self._record(value, type_.name)
        else:
            raise Mismatch(f"a value of {_name(type(value))} is no plain data")

    def _integer(self, value: int, type_: Type | None) -> None:
        """An `int` may stand where a `float` is expected (PEP 484), and a double is written in JSON without a fraction now and then."""
        if type_ is not None and type_.kind in ("double", "any"):
            self.out += _DOUBLE.pack(b"d", value)
        elif -(2**63) <= value < 2**63:
            self.out += _INT64.pack(b"l", value)
        else:
            raise Mismatch(f"{value} doesn't fit into an int64")

    def _instant(self, value: datetime) -> None:
        if value.tzinfo is None:
            raise Mismatch(f"{value} has no time zone")
        milliseconds, rest = divmod(value - EPOCH, MILLISECOND)
        if rest:
            raise Mismatch(f"{value} is no whole number of milliseconds")
        self.out += _INT64.pack(b"m", milliseconds)

    def _list(self, values: Any, type_: Type | None) -> None:
        self.out += b"[" + _COUNT.pack(len(values))
        element = _within(type_)
        for value in values:
            self.value(value, element)

    def _map(self, values: dict[Any, Any], type_: Type | None) -> None:
        """Also a record that came out as one, by the names of its fields."""
        types: dict[str, Type] = {}
        element = None
        if type_ is not None and type_.kind == "record":
            types = {field.name: field.type for field in self._natural.model.records[type_.name]}
        else:
            element = _within(type_)
        self.out += b"M" + _COUNT.pack(len(values))
        for key, value in values.items():
            if not isinstance(key, str):
                raise Mismatch(f"a key of {_name(type(key))}, not a text")
            self._text(str.encode(key))
            self.value(value, types.get(key, element))

    def _record(self, record: Any, name: str) -> None:
        fields = self._natural.fields(name)
        present = [
            (field, value) for field, value in self._values(record, fields) if not _is_absent(field, value)
        ]
        self.out += b"{" + _COUNT.pack(len(present))
        for field, value in present:
            self._text(field.name.encode())
            self.value(value, field.type)

    def _values(self, record: Any, fields: list[tuple[Field, str]]) -> list[tuple[Field, Any]]:
        return [(field, self._read(record, attribute)) for field, attribute in fields]

    def _read(self, record: Any, attribute: str) -> Any:
        """A field's value as data: from a slot, or the object's own `__dict__`."""
        class_ = type(record)
        if (class_, attribute) not in self._slots:
            self._slots[class_, attribute] = _slot_of(class_, attribute)
        slot = self._slots[class_, attribute]
        if slot is not None:
            return slot.__get__(record)
        own = _own_dict(record)
        if attribute not in own:
            raise Mismatch(f"{_name(class_)} has no field {attribute}: it is no plain data")
        return own[attribute]

    def _tagged(self, tag: bytes, data: bytes) -> None:
        self.out += tag
        self._text(data)

    def _text(self, data: bytes) -> None:
        self.out += _COUNT.pack(len(data))
        self.out += data


def _within(type_: Type | None) -> Type | None:
    """The type of what a list or a map of this type consists of."""
    return type_ if type_ is None or type_.kind == "any" else type_.of


def _is_absent(field: Field, value: Any) -> bool:
    return value is None and field.presence == "optional"


def _slot_of(class_: type[Any], attribute: str) -> MemberDescriptorType | None:
    """None where a class has nothing of that name; what it has in place of a slot would run when it is read."""
    for one in class_.__mro__:
        if attribute in one.__dict__:
            found = one.__dict__[attribute]
            if isinstance(found, MemberDescriptorType):
                return found
            # Of anything else, as a method is, the object's own `__dict__` comes first.
            if isdatadescriptor(found):
                raise Mismatch(
                    f"{_name(class_)}.{attribute} is computed when it is read: it is no plain data"
                )
    return None


def _own_dict(record: Any) -> dict[str, Any]:
    try:
        own = object.__getattribute__(record, "__dict__")
    except AttributeError:
        return {}
    return own if type(own) is dict else {}


def _name(class_: type[Any]) -> str:
    return f"{class_.__module__}.{class_.__qualname__}"

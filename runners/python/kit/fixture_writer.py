"""Writes results of `deserialize` as fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and
fixtures"). Rejects objects that aren't plain data.

Reads scalars by functions of their base types, so that a subclass of `str`, `int`, `float` or `bytes` can't compute its
value only now. Lists, tuples, dicts, datetimes and UUIDs must not be of subclasses. An object's fields must be in its
slots or its `__dict__`: properties and other computed attributes would defer work until they are read.
"""

from datetime import datetime
from functools import cache
from inspect import getattr_static
from struct import pack
from types import MemberDescriptorType
from typing import Any
from uuid import UUID

from .errors import Mismatch
from .fixture_reader import EPOCH, MAGIC, MILLISECOND
from .model import Type
from .natural import Natural


def finish_objects(objects: list[Any], natural: Natural) -> list[bytes]:
    """Returns a fixture of each object. Raises Mismatch if one isn't plain data, or shares a mutable part with an
    earlier one.
    """
    writer = _Writer(natural)
    return [writer.fixture(one) for one in objects]


class _Writer:
    def __init__(self, natural: Natural) -> None:
        self._natural = natural
        self._out = bytearray()
        self._documents = 0
        self._owners: dict[int, int] = {}
        """For the `id` of each mutable object: the number of the document that contains it."""

    def fixture(self, document: Any) -> bytes:
        self._documents += 1
        self._out = bytearray(MAGIC + pack(">I", 1))
        self._value(document, self._natural.model.root)
        return bytes(self._out)

    def _value(self, value: Any, type_: Type) -> None:
        class_ = type(value)
        if value is None or value is True or value is False:
            self._out += {None: b"N", True: b"T", False: b"F"}[value]
        elif issubclass(class_, int):
            self._integer(int.__index__(value), type_)
        elif issubclass(class_, float) and type_.kind not in ("int32", "int64"):
            self._out += pack(">cd", b"d", float.__float__(value))
        elif issubclass(class_, str):
            self._string(value, type_)
        elif issubclass(class_, bytes):
            self._data(b"b", bytes.__getitem__(value, slice(None)))
        elif class_ is datetime:
            self._instant(value)
        elif class_ is UUID and type(value.int) is int:
            self._data(b"s", str(value).encode())
        elif class_ is tuple:
            self._list(value, type_)
        else:
            self._mutable(value, type_)

    def _string(self, value: str, type_: Type) -> None:
        if type_.kind == "uuid" or (
            type_.kind == "enum" and type(value) is not self._natural.enums[type_.name]
        ):
            raise Mismatch(f"a text instead of a value of kind {type_.kind}")
        self._data(b"s", str.encode(value))

    def _mutable(self, value: Any, type_: Type) -> None:
        if self._owners.setdefault(id(value), self._documents) != self._documents:
            raise Mismatch(f"two results have the same {_name(type(value))} in them")
        if type(value) is list:
            self._list(value, type_)
        elif type(value) is dict and type_.kind != "record":
            self._map(value, type_)
        elif type_.kind == "record":
            self._record(value, type_.name)
        else:
            raise Mismatch(f"a value of {_name(type(value))} isn't plain data")

    def _integer(self, value: int, type_: Type) -> None:
        """Writes an integer as a double if the type is double or any: JSON may spell doubles without a fraction."""
        if type_.kind in ("double", "any"):
            self._out += pack(">cd", b"d", value)
        elif -(2**63) <= value < 2**63:
            self._out += pack(">cq", b"l", value)
        else:
            raise Mismatch(f"{value} doesn't fit into an int64")

    def _instant(self, value: datetime) -> None:
        if value.tzinfo is None:
            raise Mismatch(f"{value} has no time zone")
        milliseconds, rest = divmod(value - EPOCH, MILLISECOND)
        if rest:
            raise Mismatch(f"{value} isn't a whole number of milliseconds")
        self._out += pack(">cq", b"m", milliseconds)

    def _list(self, values: Any, type_: Type) -> None:
        self._count(b"[", values)
        for value in values:
            self._value(value, type_.element)

    def _map(self, values: dict[Any, Any], type_: Type) -> None:
        self._count(b"M", values)
        for key, value in values.items():
            if not issubclass(type(key), str):
                raise Mismatch(f"a key of {_name(type(key))}, not a text")
            self._data(b"", str.encode(key))
            self._value(value, type_.element)

    def _record(self, record: Any, name: str) -> None:
        class_ = type(record)
        fields = self._natural.fields(name)
        self._count(b"{", fields)
        for field, attribute in fields:
            self._data(b"", field.name.encode())
            try:
                value = getattr(record, attribute) if _is_slot(class_, attribute) else vars(record)[attribute]
            except (AttributeError, KeyError, TypeError):
                raise Mismatch(f"{_name(class_)} has no field {attribute}: it isn't plain data") from None
            self._value(value, field.type)

    def _data(self, tag: bytes, data: bytes) -> None:
        self._count(tag, data)
        self._out += data

    def _count(self, tag: bytes, counted: Any) -> None:
        self._out += tag + pack(">I", len(counted))


@cache
def _is_slot(class_: type[Any], attribute: str) -> bool:
    """Returns whether an attribute is in a slot; if not, it must be in `__dict__`. Raises Mismatch if it is computed
    when read.
    """
    found = getattr_static(class_, attribute, None)
    if type(found) is MemberDescriptorType:
        return True
    if any(hasattr(type(found), name) for name in ("__set__", "__delete__")):
        raise Mismatch(f"{_name(class_)}.{attribute} is computed when it is read: it isn't plain data")
    return False


def _name(class_: type[Any]) -> str:
    return f"{class_.__module__}.{class_.__qualname__}"

"""What an object that `deserialize` gave adds to the checksum of a slice: one leaf of it (docs/PROTOCOL.md, "slice").

The fields on the way down are the same for 64 operations. For each way that comes up, a function is made that goes straight to its
leaf and costs little more than reading that: made before the clocks start, and once. What isn't of the type that the model has, as
deviations have it, is looked for once more by `_Walk`, which can do it all but takes longer.
"""

import struct
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from .instants import EPOCH, MILLISECOND
from .loop import Sample, next_state, place_of
from .model import Type
from .natural import Natural
from .source import define, indented

_DOUBLE = struct.Struct("<d").pack
_QUARTERS = struct.Struct("<HHHH").unpack

# What a leaf adds, `value` not being null.
_UNIT = "(length + ord(value[place * length >> 24])) if (length := len(value)) else 0"
_LEAVES = {
    "boolean": "3 if value else 2",
    "int32": "value & 0xFFFF",
    "int64": "value & 0xFFFF",
    "double": "(quarters := QUARTERS(DOUBLE(value)))[0] ^ quarters[2]",
    "string": _UNIT,
    "enum": "len(value)",
    "uuid": "value.int & 15",
    "instant": "(value - EPOCH) // MILLISECOND & 0xFFFF",
    "bytes": "(length + value[place * length >> 24]) if (length := len(value)) else 0",
    "map": "6 + len(value)",
}
_SCOPE = {
    "EPOCH": EPOCH,
    "MILLISECOND": MILLISECOND,
    "DOUBLE": _DOUBLE,
    "QUARTERS": _QUARTERS,
    "NotANumber": struct.error,
}


def compile_sampler(natural: Natural) -> Callable[[int], tuple[Sample, tuple[int, ...]]]:
    """What gives, for the state that a way begins with, the function that goes it and the places in its lists."""
    walk = _Walk(natural)
    made: dict[tuple[int, ...], Sample] = {}

    def sampler(state: int) -> tuple[Sample, tuple[int, ...]]:
        choices, states = _way(natural, state)
        if choices not in made:
            made[choices] = _compile(natural, choices, walk)
        return made[choices], (state, *(one >> 8 for one in states))

    return sampler


def _way(natural: Natural, state: int) -> tuple[tuple[int, ...], list[int]]:
    """Which field is chosen in each record on the way, and the states by which elements of lists are."""
    type_ = natural.model.root
    choices = []
    states = []
    while True:
        if type_.kind == "list":
            states.append(state)
            type_ = type_.element
        elif type_.kind == "record" and natural.model.records[type_.name]:
            fields = natural.model.records[type_.name]
            choices.append(place_of(state, len(fields)))
            type_ = fields[choices[-1]].type
        else:
            return tuple(choices), states
        state = next_state(state)


def _compile(natural: Natural, choices: tuple[int, ...], walk: "_Walk") -> Sample:
    """`way[0]` is the state that the way begins with, then come the places of lists, in order."""
    lines: list[str] = []
    adds: list[str] = []
    remaining = iter(choices)
    lists = 0
    type_ = natural.model.root
    result = ""
    while not result:
        if type_.kind == "list":
            lists += 1
            adds.append(f"count{lists}")
            lines += [f"count{lists} = len(value)", f"if not count{lists}:"]
            lines.append(f"    return {' + '.join([*adds[:-1], '5'])}")
            lines.append(f"value = value[way[{lists}] * count{lists} >> 24]")
            type_ = type_.element
        elif type_.kind == "record" and natural.model.records[type_.name]:
            field = natural.model.records[type_.name][next(remaining)]
            lines.append(f"value = value.{natural.attribute[field.name]}")
            type_ = field.type
            if field.presence != "required":
                lines += ["if value is None:", f"    return {' + '.join([*adds, '1'])}"]
        elif type_.kind == "record":
            result = "4"
        elif type_.kind == "any":
            result = "any_of(document, place, way[0])"
            adds = []
        else:
            result = _LEAVES[type_.kind]
    total = " + ".join([*adds, f"({result})"])
    body = ["value = document", *lines, f"return {total}"]
    source = "\n".join(
        [
            "def sample(document, place, way):",
            "    try:",
            indented(body, 8),
            "    except (AttributeError, TypeError, ValueError, KeyError, NotANumber):",
            "        return any_of(document, place, way[0])",
        ]
    )
    sample: Sample = define("sample", source, {**_SCOPE, "any_of": walk.document})["sample"]
    return sample


class _Walk:
    """The same for anything, one step after the other."""

    def __init__(self, natural: Natural) -> None:
        self._natural = natural

    def document(self, document: Any, place: int, state: int) -> int:
        return self._of(self._natural.model.root, document, place, state)

    def _of(self, type_: Type, value: Any, place: int, state: int) -> int:
        if value is None:
            return 1
        match type_.kind:
            case "record" if not isinstance(value, (str, int, float, bytes, list)):
                return self._record(type_, value, place, state)
            case "list" if isinstance(value, (list, tuple)):
                return self._list(type_.element, value, place, state)
            case "int32" | "int64" | "instant" if isinstance(value, int):
                return value & 0xFFFF
            case "enum" if isinstance(value, str):
                return len(value)
            case "uuid" if isinstance(value, (str, UUID)):
                return int(str(value)[-1], 16)
            case "instant" if isinstance(value, datetime):
                return (value - EPOCH) // MILLISECOND & 0xFFFF
        return self._any(value, place, state)

    def _record(self, type_: Type, value: Any, place: int, state: int) -> int:
        fields = self._natural.model.records[type_.name]
        if not fields:
            return 4
        field = fields[place_of(state, len(fields))]
        if isinstance(value, dict):
            found = value.get(field.name)
        else:
            found = getattr(value, self._natural.attribute[field.name])
        return self._of(field.type, found, place, next_state(state))

    def _list(self, element: Type, values: Any, place: int, state: int) -> int:
        count = len(values)
        if not count:
            return 5
        return count + self._of(element, values[place_of(state, count)], place, next_state(state))

    def _any(self, value: Any, place: int, state: int) -> int:
        if isinstance(value, bool):
            return 3 if value else 2
        if isinstance(value, (int, float)):
            quarters = _QUARTERS(_DOUBLE(value))
            return int(quarters[0] ^ quarters[2])
        if isinstance(value, (str, bytes, bytearray)):
            count = len(value)
            unit = value[place * count >> 24] if count else 0
            return count + (ord(unit) if isinstance(unit, str) else unit)
        if isinstance(value, (list, tuple)):
            return self._list(Type("any"), value, place, state)
        if isinstance(value, dict):
            return 6 + len(value)
        if isinstance(value, datetime):
            return self._any((value - EPOCH) // MILLISECOND, place, state)
        raise TypeError(f"nothing to sample in a {type(value).__qualname__}")

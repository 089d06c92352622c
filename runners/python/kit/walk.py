"""Generates the code of limit-walk, which reads every value of a document and counts the scalar ones that aren't None
(docs/PROTOCOL.md, "Limits"): a function for each record.
"""

from collections.abc import Callable
from typing import Any

from .model import Type
from .natural import Natural
from .source import block, define

_ANY = """
def any_of(value):
    if value is None:
        return 0
    if isinstance(value, list):
        return sum(map(any_of, value))
    if isinstance(value, dict):
        leaves = 0
        for key, value in value.items():
            len(key)
            leaves += any_of(value)
        return leaves
    if isinstance(value, str):
        len(value)
    return 1
"""
_READS = {
    "string": "len({})",
    "enum": "len({})",
    "bytes": "len({})",
    "uuid": "{}.int",
    "instant": "{}.hour",
}


def compile_walk(natural: Natural) -> Callable[[Any], int]:
    return _Walk(natural).compiled()


class _Walk:
    def __init__(self, natural: Natural) -> None:
        self._natural = natural
        self._records = {record: f"record_{index}" for index, record in enumerate(natural.model.records)}
        self._within: dict[Type, str] = {}
        """Names of functions by type: each nested list or map gets one, since Python limits the nesting of blocks."""
        self._functions = [_ANY]

    def compiled(self) -> Callable[[Any], int]:
        for record, name in self._records.items():
            self._function(name, self._record(record))
        self._function("walk", self._value(self._natural.model.root, "value"))
        return define("walk", "\n\n".join(self._functions), {})["walk"]

    def _function(self, name: str, body: list[str]) -> None:
        lines = ["leaves = 0", *body, "return leaves"]
        self._functions.append("\n".join(block(f"def {name}(value):", lines)))

    def _record(self, record: str) -> list[str]:
        lines = []
        for field, attribute in self._natural.fields(record):
            counts = self._value(field.type, "one")
            lines.append(f"one = value.{attribute}")
            lines += counts if field.presence == "required" else block("if one is not None:", counts)
        return lines

    def _value(self, type_: Type, value: str) -> list[str]:
        match type_.kind:
            case "record":
                return [f"leaves += {self._records[type_.name]}({value})"]
            case "any":
                return [f"leaves += any_of({value})"]
            case "list":
                return block(f"for element in {value}:", self._element(type_.element))
            case "map":
                inner = ["len(key)", *self._element(type_.element)]
                return block(f"for key, element in {value}.items():", inner)
        return [_READS.get(type_.kind, "{}").format(value), "leaves += 1"]

    def _element(self, type_: Type) -> list[str]:
        if type_.of is None:
            return self._value(type_, "element")
        if type_ not in self._within:
            self._within[type_] = f"within_{len(self._within)}"
            self._function(self._within[type_], self._value(type_, "value"))
        return [f"leaves += {self._within[type_]}(element)"]

"""Generates the typed walk over the object graph, one of the limits of docs/PROTOCOL.md: one function for each record, straight down
the schema's fields. Every value is read: a text, bytes and a map's key by their length, an instant by its hour, a uuid by its number.
"""

from collections.abc import Callable
from typing import Any

from .model import Field, Type
from .natural import Natural
from .source import define

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
    """How many leaves a document has that are not null, as counted on the way."""
    source = _WalkSource(natural)
    root = source.function("walk", source.value(natural.model.root, "value"))
    functions = [_ANY, *source.record_functions(), *source.functions.values(), root]
    walk: Callable[[Any], int] = define("walk", "\n\n".join(functions), {})["walk"]
    return walk


class _WalkSource:
    def __init__(self, natural: Natural) -> None:
        self.functions: dict[Type, str] = {}
        """Of lists and maps within others: blocks of Python can't be nested without end."""
        self._natural = natural
        self._names = {record: f"record_{index}" for index, record in enumerate(natural.model.records)}

    def record_functions(self) -> list[str]:
        return [
            self.function(name, [line for one in self._natural.fields(record) for line in self._field(*one)])
            for record, name in self._names.items()
        ]

    def function(self, name: str, body: list[str]) -> str:
        return "\n".join([f"def {name}(value):", "    leaves = 0", *_deeper(body), "    return leaves"])

    def _field(self, field: Field, attribute: str) -> list[str]:
        read = f"one = value.{attribute}"
        lines = self.value(field.type, "one")
        return (
            [read, *lines] if field.presence == "required" else [read, "if one is not None:", *_deeper(lines)]
        )

    def value(self, type_: Type, value: str) -> list[str]:
        """Statements that count in a value which isn't null."""
        if type_.kind == "record":
            return [f"leaves += {self._names[type_.name]}({value})"]
        if type_.kind == "any":
            return [f"leaves += any_of({value})"]
        if type_.kind == "list":
            return [f"for element in {value}:", *_deeper(self._element(type_.element))]
        if type_.kind == "map":
            inner = ["len(key)", *self._element(type_.element)]
            return [f"for key, element in {value}.items():", *_deeper(inner)]
        return [_READS.get(type_.kind, "{}").format(value), "leaves += 1"]

    def _element(self, type_: Type) -> list[str]:
        if type_.kind not in ("list", "map"):
            return self.value(type_, "element")
        if type_ not in self.functions:
            name = f"within_{len(self.functions)}"
            self.functions[type_] = name
            self.functions[type_] = self.function(name, self.value(type_, "value"))
        name = self.functions[type_].removeprefix("def ").partition("(")[0]
        return [f"leaves += {name}(element)"]


def _deeper(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]

"""Generates functions that convert typed objects to and from dicts, for libraries that don't support classes or are
faster with dicts. Users of these libraries would write this code around `dumps` and `loads`, so it is timed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .model import Field, Type
from .serializer import Schema
from .source import block, define

Name = Callable[[str, Field], Any]
Convert = Callable[[Any], Any]


@dataclass(frozen=True)
class Scalars:
    """Conversions by kind of type, for example `{"uuid": "str({})"}`. Each is the source of an expression, with `{}` for the
    value. Only a value of kind `any` may be None. Scalars of kinds that aren't listed stay unchanged, except enums in
    `from_plain`. `scope` has the objects that the expressions refer to by name.

    The key `enum NAME` converts a single enum. For the keys `list` and `map`, `{}` stands for a list or dict whose
    elements are already converted.
    """

    sources: Mapping[str, str]
    scope: Mapping[str, Any] = field(default_factory=dict)

    def source(self, type_: Type) -> str | None:
        return self.sources.get(f"{type_.kind} {type_.name}", self.sources.get(type_.kind))


# Maximum nesting depth of comprehensions. Since Python 3.12 they are part of the enclosing function (PEP 709), which
# may nest 20 blocks; some releases of 3.12 and 3.13 crash beyond that: https://github.com/python/cpython/issues/156091
_NESTED = 16


def to_plain(schema: Schema, scalars: Scalars, name: Name | None = None) -> Convert:
    """Compiles a function that converts a document's records to dicts. Absent optional fields get no key. `name(record,
    field)` returns a field's key; by default it is the name in the model.
    """
    return _ToPlain(schema, scalars, name).compiled()


def from_plain(schema: Schema, scalars: Scalars, name: Name | None = None) -> Convert:
    """Compiles a function that converts dicts to objects of the natural model (dataclasses). Enum members are looked up
    by value, unless `scalars` converts enums.
    """
    return _FromPlain(schema, scalars, name).compiled()


class _Conversion:
    def __init__(self, schema: Schema, scalars: Scalars, name: Name | None) -> None:
        self._natural = schema.natural
        self._scalars = scalars
        self._name = name or (lambda _record, one: one.name)
        self._scope = dict(scalars.scope)
        self._index = {record: index for index, record in enumerate(schema.model.records)}
        self._functions: list[str] = []

    def compiled(self) -> Convert:
        for record, index in self._index.items():
            self._function(f"convert_{index}(record)", self._record(record))
        root = self._natural.model.root
        if root.kind == "record":
            self._functions.append(f"convert = convert_{self._index[root.name]}")
        else:
            self._function("convert(document)", [f"return {self._value(root, 'document')}"])
        return define("conversion", "\n\n".join(self._functions), self._scope)["convert"]

    def _function(self, head: str, body: list[str]) -> None:
        self._functions.append("\n".join(block(f"def {head}:", body)))

    def _record(self, record: str) -> list[str]:
        raise NotImplementedError

    def _present(self, one: Field, read: str) -> str:
        if one.presence == "required":
            return self._value(one.type, read)
        converted = self._value(one.type, "value")
        return read if converted == "value" else f"None if (value := {read}) is None else {converted}"

    def _value(self, type_: Type, value: str) -> str:
        if type_.kind == "record":
            return f"convert_{self._index[type_.name]}({value})"
        if type_.of is not None:
            value = self._elements(type_, value)
        source = self._scalars.source(type_)
        return value if source is None else source.format(value)

    def _elements(self, type_: Type, value: str) -> str:
        converted = self._value(type_.element, "one")
        if converted == "one":
            return value
        if len(type_.parts) % _NESTED == 0:
            name = f"apart_{len(self._functions)}"
            self._function(f"{name}(one)", [f"return {converted}"])
            converted = f"{name}(one)"
        if type_.kind == "list":
            return f"[{converted} for one in {value}]"
        return f"{{key: {converted} for key, one in {value}.items()}}"


class _ToPlain(_Conversion):
    def _record(self, record: str) -> list[str]:
        entries, additions = [], []
        for one, attribute in self._natural.fields(record):
            key = repr(self._name(record, one))
            read = f"record.{attribute}"
            if one.presence == "optional":
                made = f"made[{key}] = {self._value(one.type, 'value')}"
                additions += block(f"if (value := {read}) is not None:", [made])
            else:
                entries.append(f"    {key}: {self._present(one, read)},")
        return ["made = {", *entries, "}", *additions, "return made"]


class _FromPlain(_Conversion):
    def _record(self, record: str) -> list[str]:
        make = f"Record{self._index[record]}"
        self._scope[make] = self._natural.records[record]
        arguments = []
        for one, _ in self._natural.fields(record):
            key = repr(self._name(record, one))
            read = f"record.get({key})" if one.presence == "optional" else f"record[{key}]"
            arguments.append(f"    {self._present(one, read)},")
        return [f"return {make}(", *arguments, ")"]

    def _value(self, type_: Type, value: str) -> str:
        if type_.kind == "enum" and self._scalars.source(type_) is None:
            members = f"members_{type_.name}"
            self._scope[members] = self._natural.members[type_.name]
            return f"{members}[{value}]"
        return super()._value(type_, value)

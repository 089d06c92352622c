"""Straight-line conversion of documents to and from dicts, for libraries that know no classes: what one writes by hand before
`dumps` and after `loads`. Its time counts.

```python
JSON = Scalars({"uuid": "str({})", "instant": "{}.isoformat()"})
convert = to_plain(schema, JSON)
```
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .model import Field, Type
from .serializer import Schema
from .source import define


@dataclass(frozen=True)
class Scalars:
    """How values are converted, by kind: source of an expression in which `{}` is the value, which is never null but for `any`.
    Kinds that aren't there pass as they are. `scope` is what the expressions refer to.

    `enum NAME` is the kind `enum` of one enum alone. `list` and `map` may be there too: then `{}` is the converted list or dict.
    """

    sources: Mapping[str, str]
    scope: Mapping[str, Any] = field(default_factory=dict)

    def source(self, type_: Type) -> str | None:
        """None where a value passes as it is."""
        return self.sources.get(f"{type_.kind} {type_.name}", self.sources.get(type_.kind))


def to_plain(
    schema: Schema, scalars: Scalars, name: Callable[[str, Field], Any] | None = None
) -> Callable[[Any], Any]:
    """What makes a dict of each record in a document.

    - `name(record, field)` is a field's key; the name in the model unless told.
    - An optional field that is absent is left out.
    """
    return _Conversion(schema, scalars, name, _ToPlain()).compiled()


def from_plain(
    schema: Schema, scalars: Scalars, name: Callable[[str, Field], Any] | None = None
) -> Callable[[Any], Any]:
    """What makes an object of the natural model of each dict; an enum's member is looked up by its value unless told otherwise."""
    return _Conversion(schema, scalars, name, _FromPlain()).compiled()


class _Direction:
    """What a record is made of and into."""

    def scalar(self, conversion: "_Conversion", type_: Type, value: str) -> str:
        """An expression of the converted value; the same text where nothing is to be done."""
        source = conversion.scalars.source(type_)
        return value if source is None else source.format(value)

    def record(self, conversion: "_Conversion", name: str) -> list[str]:
        """Body of the function that converts `record`."""
        raise NotImplementedError


class _ToPlain(_Direction):
    def record(self, conversion: "_Conversion", name: str) -> list[str]:
        entries, additions = [], []
        for one, attribute in conversion.schema.natural.fields(name):
            key = conversion.key(name, one)
            read = f"record.{attribute}"
            if one.presence == "optional":
                value = conversion.value(one.type, "value")
                additions += [f"    if (value := {read}) is not None:", f"        made[{key}] = {value}"]
            else:
                entries.append(f"        {key}: {conversion.present(one, read)},")
        return ["    made = {", *entries, "    }", *additions, "    return made"]


class _FromPlain(_Direction):
    def scalar(self, conversion: "_Conversion", type_: Type, value: str) -> str:
        if type_.kind == "enum" and conversion.scalars.source(type_) is None:
            return f"{conversion.members(type_.name)}[{value}]"
        return super().scalar(conversion, type_, value)

    def record(self, conversion: "_Conversion", name: str) -> list[str]:
        arguments = []
        for one, _ in conversion.schema.natural.fields(name):
            key = conversion.key(name, one)
            read = f"record.get({key})" if one.presence == "optional" else f"record[{key}]"
            arguments.append(f"        {conversion.present(one, read)},")
        return [f"    return {conversion.make(name)}(", *arguments, "    )"]


# So many comprehensions stand in each other at most. From Python 3.12 on they are part of the function around them (PEP 709), which
# takes 20; the compilers of 3.12 and 3.13 crashed at more: https://github.com/python/cpython/issues/156091
_NESTED = 16


class _Conversion:
    def __init__(
        self,
        schema: Schema,
        scalars: Scalars,
        name: Callable[[str, Field], Any] | None,
        direction: _Direction,
    ) -> None:
        self.schema = schema
        self.scalars = scalars
        self._name = name or (lambda _record, one: one.name)
        self._direction = direction
        self._scope: dict[str, Any] = dict(scalars.scope)
        self._index = {record: index for index, record in enumerate(schema.model.records)}
        self._depth = 0
        self._apart: list[str] = []

    def compiled(self) -> Callable[[Any], Any]:
        model = self.schema.model
        functions = [
            "\n".join([f"def convert_{index}(record):", *self._direction.record(self, record)])
            for record, index in self._index.items()
        ]
        if model.root.kind == "record":
            root = f"convert = convert_{self._index[model.root.name]}"
        else:
            root = f"def convert(document):\n    return {self.value(model.root, 'document')}"
        source = "\n\n".join([*functions, *self._apart, root])
        convert: Callable[[Any], Any] = define("conversion", source, self._scope)["convert"]
        return convert

    def key(self, record: str, one: Field) -> str:
        """Source of a field's key."""
        return repr(self._name(record, one))

    def make(self, record: str) -> str:
        """Name of a record's class."""
        return self._known(f"Record{self._index[record]}", self.schema.natural.records[record])

    def members(self, enum: str) -> str:
        """Name of an enum's members by their values."""
        class_ = self.schema.natural.enums[enum]
        return self._known(f"members_{class_.__name__}", {str(member): member for member in class_})

    def _known(self, name: str, value: Any) -> str:
        self._scope[name] = value
        return name

    def present(self, one: Field, read: str) -> str:
        """An expression for a field's value, which may be null."""
        if one.presence == "required":
            return self.value(one.type, read)
        if self.value(one.type, "value") == "value":
            return read
        return f"None if (value := {read}) is None else {self.value(one.type, 'value')}"

    def value(self, type_: Type, value: str) -> str:
        """An expression for a value that isn't null; the same text where nothing is to be done."""
        if type_.kind == "record":
            return f"convert_{self._index[type_.name]}({value})"
        if type_.of is None:
            return self._direction.scalar(self, type_, value)
        self._depth += 1
        within = f"one_{self._depth}"
        converted = self._nested(self.value(type_.of, within), within)
        self._depth -= 1
        if converted != within and type_.kind == "list":
            value = f"[{converted} for {within} in {value}]"
        elif converted != within:
            value = f"{{key: {converted} for key, {within} in {value}.items()}}"
        source = self.scalars.source(type_)
        return value if source is None else source.format(value)

    def _nested(self, converted: str, within: str) -> str:
        """An expression of the innermost comprehension's variable: of a function of its own now and then."""
        if self._depth % _NESTED != 0 or converted == within:
            return converted
        name = f"apart_{len(self._apart)}"
        self._apart.append(f"def {name}({within}):\n    return {converted}")
        return f"{name}({within})"

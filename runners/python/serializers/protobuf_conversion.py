"""Generates functions that convert between documents and messages, as a programmer would write them by hand. protobuf's
documentation gives no advice for speed; each choice is the fastest of those it shows. Attributes are set one by one: a
constructor with keywords takes 1.1 to 1.8 times as long. Scalar lists are set with `extend` and read as a slice; maps
are filled entry by entry.

As in the .proto file, a list or map that is nullable, optional or inside another one is in a message of its own, the wrapper.

https://protobuf.dev/reference/python/python-generated/
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from kit.fixture_reader import EPOCH, MILLISECOND
from kit.model import Field, Type
from kit.serializer import Schema
from kit.source import block, define


def compile_filling(schema: Schema, document_class: type[Any]) -> Callable[[Any], Any]:
    return _Filling(schema).compiled(document_class)


def compile_reading(schema: Schema) -> Callable[[Any], Any]:
    return _Reading(schema).compiled()


def _numbered(schema: Schema, record: str) -> list[tuple[Field, str, str]]:
    numbers = {field.name: number for number, field in enumerate(schema.model.records[record], 1)}
    return [
        (field, attribute, f"field_{numbers[field.name]}")
        for field, attribute in schema.natural.fields(record)
    ]


class _Filling:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._index = {record: index for index, record in enumerate(schema.model.records)}
        self._wrappers: dict[Type, str] = {}
        self._functions: list[str] = []
        self._scope: dict[str, Any] = {"fill_any": _fill_any, "EPOCH": EPOCH, "MILLISECOND": MILLISECOND}
        for name, class_ in schema.natural.enums.items():
            self._scope[f"numbers_{name}"] = {member: number for number, member in enumerate(class_, 1)}

    def compiled(self, document_class: type[Any]) -> Callable[[Any], Any]:
        root = self._schema.model.root
        for record, index in self._index.items():
            self._function(f"fill_{index}(message, record)", self._record(record))
        if root.kind == "record":
            statements = [f"fill_{self._index[root.name]}(message, document)"]
        else:
            statements = self._value(root, "message.field_1", "document")
        self._function("fill(document)", ["message = Document()", *statements, "return message"])
        scope = {**self._scope, "Document": document_class}
        return define("filling", "\n\n".join(self._functions), scope)["fill"]

    def _function(self, head: str, body: list[str]) -> None:
        self._functions.append("\n".join(block(f"def {head}:", body)))

    def _record(self, record: str) -> list[str]:
        lines: list[str] = []
        for field, attribute, name in _numbered(self._schema, record):
            target = f"message.{name}"
            if field.presence == "required":
                lines += self._value(field.type, target, f"record.{attribute}")
            else:
                present = self._present(field.type, target, "value")
                lines += block(f"if (value := record.{attribute}) is not None:", present)
        return lines

    def _value(self, type_: Type, target: str, source: str) -> list[str]:
        """Returns statements that set a required field. If it is a list or map, it has no wrapper message."""
        match type_.kind:
            case "list":
                return self._list(type_.element, target, source)
            case "map":
                return self._map(type_.element, target, source)
        return self._present(type_, target, source)

    def _present(self, type_: Type, target: str, source: str) -> list[str]:
        if _is_scalar(type_):
            return [f"{target} = {self._scalar(type_, source)}"]
        filled = self._message(type_, target, source)
        return [filled] if self._is_surely_present(type_) else [f"{target}.SetInParent()", filled]

    def _message(self, type_: Type, message: str, source: str) -> str:
        if type_.kind == "any":
            return f"fill_any({message}, {source})"
        if type_.kind == "record":
            return f"fill_{self._index[type_.name]}({message}, {source})"
        if type_ not in self._wrappers:
            name = self._wrappers[type_] = f"fill_wrapper_{len(self._wrappers)}"
            self._function(f"{name}(message, values)", self._value(type_, "message.field_1", "values"))
        return f"{self._wrappers[type_]}({message}, {source})"

    def _list(self, element: Type, target: str, source: str) -> list[str]:
        if _is_scalar(element):
            converted = self._scalar(element, "one")
            return [
                f"{target}.extend({source if converted == 'one' else f'[{converted} for one in {source}]'})"
            ]
        return [
            f"add = {target}.add",
            f"for one in {source}:",
            f"    {self._message(element, 'add()', 'one')}",
        ]

    def _map(self, element: Type, target: str, source: str) -> list[str]:
        if _is_scalar(element):
            entry = f"entries[key] = {self._scalar(element, 'one')}"
        else:
            entry = self._message(element, "entries[key]", "one")
        return [f"entries = {target}", f"for key, one in {source}.items():", f"    {entry}"]

    def _is_surely_present(self, type_: Type) -> bool:
        if type_.kind != "record":
            return type_.kind == "any"
        return any(
            field.presence == "required" and (_is_scalar(field.type) or field.type.kind == "any")
            for field in self._schema.model.records[type_.name]
        )

    def _scalar(self, type_: Type, source: str) -> str:
        match type_.kind:
            case "enum":
                return f"numbers_{type_.name}[{source}]"
            case "uuid":
                return f"str({source})"
            case "instant":
                return f"({source} - EPOCH) // MILLISECOND"
        return source


class _Reading:
    """Each list or map with a wrapper message gets a function, since Python limits how deep expressions nest."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._index = {record: index for index, record in enumerate(schema.model.records)}
        self._wrappers: dict[Type, str] = {}
        self._functions: list[str] = []
        self._scope: dict[str, Any] = {
            "any_of": _any_of,
            "EPOCH": EPOCH,
            "MILLISECOND": MILLISECOND,
            "UUID": UUID,
        }
        for name, class_ in schema.natural.enums.items():
            self._scope[f"members_{name}"] = dict(enumerate(class_, 1))

    def compiled(self) -> Callable[[Any], Any]:
        root = self._schema.model.root
        for record, index in self._index.items():
            self._functions.append(self._record(record, index))
        if root.kind == "record":
            self._functions.append(f"read = read_{self._index[root.name]}")
        else:
            self._functions.append(f"def read(message):\n    return {self._value(root, 'message.field_1')}")
        return define("reading", "\n\n".join(self._functions), self._scope)["read"]

    def _record(self, record: str, index: int) -> str:
        self._scope[f"Record{index}"] = self._schema.natural.records[record]
        arguments = []
        for field, _, source in _numbered(self._schema, record):
            if field.presence == "required":
                arguments.append(f"    {self._value(field.type, f'message.{source}')},")
            else:
                value = self._element(field.type, f"message.{source}")
                arguments.append(f"    {value} if message.HasField({source!r}) else None,")
        return "\n".join(block(f"def read_{index}(message):", [f"return Record{index}(", *arguments, ")"]))

    def _value(self, type_: Type, source: str) -> str:
        """Returns an expression that reads a required field. If it is a list or map, it has no wrapper message."""
        if type_.of is None:
            return self._element(type_, source)
        value = self._element(type_.of, "one")
        if type_.kind == "list":
            return f"{source}[:]" if value == "one" else f"[{value} for one in {source}]"
        return f"dict({source})" if value == "one" else f"{{key: {value} for key, one in {source}.items()}}"

    def _element(self, type_: Type, source: str) -> str:
        match type_.kind:
            case "record":
                return f"read_{self._index[type_.name]}({source})"
            case "list" | "map":
                return f"{self._wrapper(type_)}({source})"
            case "any":
                return f"any_of({source})"
            case "enum":
                return f"members_{type_.name}[{source}]"
            case "uuid":
                return f"UUID({source})"
            case "instant":
                return f"EPOCH + {source} * MILLISECOND"
        return source

    def _wrapper(self, type_: Type) -> str:
        if type_ not in self._wrappers:
            name = self._wrappers[type_] = f"read_wrapper_{len(self._wrappers)}"
            value = self._value(type_, "message.field_1")
            self._functions.append(f"def {name}(message):\n    return {value}")
        return self._wrappers[type_]


def _is_scalar(type_: Type) -> bool:
    return type_.kind not in ("record", "any", "list", "map")


def _fill_any(message: Any, value: Any) -> None:
    if value is None:
        message.null_value = 0
    elif isinstance(value, str):
        message.string_value = value
    elif isinstance(value, bool):
        message.bool_value = value
    elif isinstance(value, dict):
        message.struct_value.SetInParent()
        fields = message.struct_value.fields
        for key, one in value.items():
            _fill_any(fields[key], one)
    elif isinstance(value, list):
        message.list_value.SetInParent()
        add = message.list_value.values.add
        for one in value:
            _fill_any(add(), one)
    else:
        message.number_value = value


def _any_of(message: Any) -> Any:
    match message.WhichOneof("kind"):
        case "struct_value":
            return {key: _any_of(one) for key, one in message.struct_value.fields.items()}
        case "list_value":
            return [_any_of(one) for one in message.list_value.values]
        case "null_value" | None:
            return None
        case kind:
            return getattr(message, kind)

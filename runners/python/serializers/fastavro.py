"""fastavro with its C extension and the dataset's Avro schema, parsed once as its documentation advises; documents are
converted to and from dicts. fastavro itself converts datetimes and UUIDs, by the logical types in the schema. Names that Avro
doesn't allow are converted. https://fastavro.readthedocs.io/en/latest/writer.html
"""

import json
from io import BytesIO
from typing import Any

import fastavro

from kit.conversion import Scalars, from_plain, to_plain
from kit.errors import Unavailable, Unsupported
from kit.model import Field, Model, Type
from kit.serializer import Operations, Schema

PACKAGE = "fastavro"


def create(schema: Schema) -> Operations:
    if fastavro.schemaless_writer.__module__ != "fastavro._write":
        raise Unavailable("fastavro was installed without its extension in C")
    if "avro" not in schema.artifacts:
        raise Unsupported("there is no Avro schema for this dataset")
    with open(schema.artifacts["avro"], encoding="utf-8") as file:
        source = json.load(file)
    spelling = _Spelling(schema.model, source)
    parsed = fastavro.parse_schema(source)
    write = fastavro.schemaless_writer
    read = fastavro.schemaless_reader
    to_dicts = to_plain(schema, spelling.symbols(), spelling.field)
    from_dicts = from_plain(schema, spelling.members(schema), spelling.field)

    def serialize(document: Any) -> bytes:
        stream = BytesIO()
        write(stream, parsed, to_dicts(document))
        return stream.getvalue()

    def deserialize(data: bytes) -> Any:
        return from_dicts(read(BytesIO(data), parsed, None))

    return Operations(serialize=serialize, deserialize=deserialize)


class _Spelling:
    """The Avro schema's names of fields and enum values, found by position: the model and the Avro schema have the same order."""

    def __init__(self, model: Model, source: Any) -> None:
        self._model = model
        self._fields: dict[tuple[str, str], str] = {}
        self._symbols: dict[str, dict[str, str]] = {}
        self._visited: set[str] = set()
        self._visit(model.root, source)

    def _visit(self, type_: Type, source: Any) -> None:
        if isinstance(source, list):
            self._visit(type_, source[1])
        elif type_.kind == "list":
            self._visit(type_.element, source["items"])
        elif type_.kind == "map":
            self._visit(type_.element, source["values"])
        elif type_.name and type_.name not in self._visited:
            # In the Avro schema, a later use of the type is only its name.
            self._visited.add(type_.name)
            if type_.kind == "enum":
                values = self._model.enums[type_.name]
                self._symbols[type_.name] = dict(zip(values, source["symbols"], strict=True))
            else:
                for field, avro in zip(self._model.records[type_.name], source["fields"], strict=True):
                    self._fields[type_.name, field.name] = avro["name"]
                    self._visit(field.type, avro["type"])

    def field(self, record: str, field: Field) -> str:
        return self._fields.get((record, field.name), field.name)

    def symbols(self) -> Scalars:
        """Returns conversions to Avro symbols, only for enums whose values the Avro schema spells differently."""
        respelled = {
            name: symbols
            for name, symbols in self._symbols.items()
            if any(k != v for k, v in symbols.items())
        }
        return Scalars(
            {f"enum {name}": f"symbols_{name}[{{}}]" for name in respelled},
            {f"symbols_{name}": symbols for name, symbols in respelled.items()},
        )

    def members(self, schema: Schema) -> Scalars:
        members = {
            name: {symbol: schema.natural.enums[name](value) for value, symbol in symbols.items()}
            for name, symbols in self._symbols.items()
        }
        return Scalars(
            {f"enum {name}": f"members_{name}[{{}}]" for name in members},
            {f"members_{name}": one for name, one in members.items()},
        )

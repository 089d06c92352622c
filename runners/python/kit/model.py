"""Reads the neutral type model (docs/PROTOCOL.md)."""

from dataclasses import dataclass, field

from .errors import Unsupported
from .lines import parse_line

# Each scalar kind's name in type annotations.
SCALARS = {
    "boolean": "bool",
    "int32": "int",
    "int64": "int",
    "double": "float",
    "string": "str",
    "uuid": "UUID",
    "instant": "datetime",
    "bytes": "bytes",
    "any": "Any",
}


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the model. `name` is set for enums and records; `of` is the element type of lists and maps."""

    kind: str
    name: str = ""
    of: "Type | None" = None

    @property
    def element(self) -> "Type":
        """Element type of a list or map; `any` contains `any`."""
        return self.of or self

    @property
    def parts(self) -> "list[Type]":
        """This type, its element type, and so on."""
        return [self] if self.of is None else [self, *self.of.parts]


@dataclass(frozen=True, slots=True)
class Field:
    """A record's field. `presence` is "required", "nullable" or "optional"; `name` is the name in documents."""

    presence: str
    type: Type
    name: str


@dataclass(slots=True)
class Model:
    """The type of documents (`root`), and records and enums by name. Fields and values are in the schema's order."""

    root: Type
    records: dict[str, list[Field]] = field(default_factory=dict)
    enums: dict[str, list[str]] = field(default_factory=dict)

    def has(self, kind: str) -> bool:
        """Whether documents can contain a value of this kind."""
        types = [self.root, *(one.type for fields in self.records.values() for one in fields)]
        return any(part.kind == kind for type_ in types for part in type_.parts)


def read_model(path: str) -> Model:
    """Reads a model file. Raises Unsupported for words of a later version of wiremark."""
    model = Model(Type("any"))
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = [parse_line(line.removesuffix("\n")) for line in file]
    for key, value in lines:
        if key == "root":
            model.root, _ = _read_type(value)
        elif key == "record":
            fields = model.records[value] = []
        elif key == "field":
            fields.append(_read_field(value))
        elif key == "enum":
            values = model.enums[value] = []
        elif key == "value":
            values.append(value)
        elif key == "model" and value != "1":
            raise _unknown(f"model {value}")
        elif key not in ("model", "dataset"):
            raise _unknown(key)
    return model


def _read_field(text: str) -> Field:
    presence, _, rest = text.partition(" ")
    if presence not in ("required", "nullable", "optional"):
        raise _unknown(presence)
    type_, name = _read_type(rest)
    return Field(presence, type_, name)


def _read_type(text: str) -> tuple[Type, str]:
    """Parses the type at the start of the text. Returns it and the rest after a space."""
    kind, _, rest = text.partition(" ")
    if kind in SCALARS:
        return Type(kind), rest
    if kind in ("enum", "record"):
        name, _, rest = rest.partition(" ")
        return Type(kind, name), rest
    if kind in ("list", "map"):
        of, rest = _read_type(rest)
        return Type(kind, of=of), rest
    raise _unknown(kind)


def _unknown(word: str) -> Unsupported:
    return Unsupported(f'this runner doesn\'t know the word "{word}" of the model')

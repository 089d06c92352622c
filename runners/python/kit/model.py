"""Reads the model: the types of a dataset's documents, in a neutral text format (docs/PROTOCOL.md, "The model")."""

from dataclasses import dataclass, field

from .errors import Unsupported
from .lines import parse_line

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
    """`name` is the name of an enum or record; `of` is the element type of a list or map."""

    kind: str
    name: str = ""
    of: "Type | None" = None

    @property
    def element(self) -> "Type":
        """The element type of a list or map. For `any` this is `any` again."""
        return self.of or self

    @property
    def parts(self) -> "list[Type]":
        return [self] if self.of is None else [self, *self.of.parts]


@dataclass(frozen=True, slots=True)
class Field:
    presence: str
    type: Type
    name: str


@dataclass(slots=True)
class Model:
    root: Type
    records: dict[str, list[Field]] = field(default_factory=dict)
    enums: dict[str, list[str]] = field(default_factory=dict)

    def has(self, kind: str) -> bool:
        """Returns whether the type of documents or of a field is of this kind, or a list or map of it at any depth."""
        types = [self.root, *(one.type for fields in self.records.values() for one in fields)]
        return any(part.kind == kind for type_ in types for part in type_.parts)


def read_model(path: str) -> Model:
    """Reads a model file. Raises Unsupported for unknown words, which a later wiremark may write."""
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

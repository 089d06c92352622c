"""The natural model: dataclasses with slots as a programmer would have written them for this schema.

They stand in a module of their own, `documents`, which is made as source and is registered, so that libraries find what an
annotation means.

- A record is a dataclass; fields that may be absent have the default None and therefore stand last.
- int32 and int64 are `int`, an instant a `datetime` in UTC, a uuid a `UUID`, bytes `bytes`, an enum a `StrEnum`, `any` what a
  parser of JSON gives.
- An attribute is called like its field where that is an identifier of plain letters, digits and underscores that begins with a
  letter, and neither a keyword nor the name of a type here; else it is respelled.
"""

import keyword
import re
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from types import ModuleType
from typing import Any
from uuid import UUID

from .model import Field, Model, Type
from .source import compile_source, indented

_SCALARS = {
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
_TYPES = frozenset((*_SCALARS.values(), "list", "dict"))
# Names of classes that a module has besides those of the model.
_TAKEN = frozenset(
    ("Any", "UUID", "StrEnum", "None", "True", "False", "Struct", "BaseModel", "Field", "Message")
)


class Natural:
    """The dataclasses of a model, and what one needs to make others like them."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.class_names = {
            name: f"{name}_" if name in _TAKEN else name for name in (*model.records, *model.enums)
        }
        self.attribute = _attributes(model, self.class_names.values())
        self._fields = {
            record: [
                (field, self.attribute[field.name])
                for field in sorted(fields, key=lambda field: field.presence == "optional")
            ]
            for record, fields in model.records.items()
        }
        self.plain_names = all(name == attribute for name, attribute in self.attribute.items())
        self._enums = _enum_classes(model, self.class_names)
        documents = self.module(
            "documents",
            "from dataclasses import dataclass",
            lambda _record, name: f"@dataclass(slots=True)\nclass {name}:",
        )
        self.records: dict[str, type[Any]] = self.classes(documents)
        self.enums: dict[str, type[StrEnum]] = {
            name: getattr(documents, self.class_names[name]) for name in model.enums
        }
        self.root: Any = documents.ROOT

    def fields(self, record: str) -> list[tuple[Field, str]]:
        """Fields with their attributes in the order of the class, which is that of its constructor."""
        return self._fields[record]

    def annotation(self, type_: Type, presence: str = "required") -> str:
        """As it stands in a source, without quotes."""
        if presence != "required" and type_.kind != "any":
            return f"{self.annotation(type_)} | None"
        if type_.kind == "list":
            return f"list[{self.annotation(type_.element)}]"
        if type_.kind == "map":
            return f"dict[str, {self.annotation(type_.element)}]"
        return _SCALARS[type_.kind] if type_.kind in _SCALARS else self.class_names[type_.name]

    def classes(self, module: ModuleType) -> dict[str, type[Any]]:
        """The classes of a module, by their record."""
        return {name: getattr(module, self.class_names[name]) for name in self.model.records}

    def module(
        self,
        name: str,
        imports: str,
        head: Callable[[str, str], str],
        line: Callable[[Field, str, str], str] | None = None,
    ) -> ModuleType:
        """Makes a module with a class for each record, whose attributes are called as those of the natural model.

        - `imports` are its first lines.
        - `head(record, class_name)` gives the lines that a class begins with.
        - `line(field, attribute, annotation)` gives a field's; the attribute, its annotation and default unless told.

        `ROOT` in it is the type of a document.
        """
        module = ModuleType(name)
        module.__dict__.update(Any=Any, UUID=UUID, datetime=datetime, **self._enums)
        # Libraries look the names in annotations up by the module's.
        sys.modules[name] = module
        parts = [imports]
        defined: set[str] = set()
        for record in _dependencies_first(self.model):
            lines = []
            for field, attribute in self.fields(record):
                annotation = self.annotation(field.type, field.presence)
                if not _records_in(field.type) <= defined:
                    annotation = f'"{annotation}"'
                lines.append((line or _plain_line)(field, attribute, annotation))
            parts.append(f"{head(record, self.class_names[record])}\n{indented(lines or ['pass'])}")
            defined.add(record)
        parts.append(f"ROOT = {self.annotation(self.model.root)}")
        exec(compile_source(name, "\n\n".join(parts)), module.__dict__)
        return module


def _plain_line(field: Field, attribute: str, annotation: str) -> str:
    return f"{attribute}: {annotation}{' = None' if field.presence == 'optional' else ''}"


def _attributes(model: Model, class_names: Iterable[str]) -> dict[str, str]:
    """Attributes by field name: the same for the same name in every record, and no other's."""
    reserved = _TYPES.union(class_names)
    names = [field.name for fields in model.records.values() for field in fields]
    attributes = {name: name for name in names if _is_plain(name) and name not in reserved}
    for name in names:
        if name not in attributes:
            number = len(attributes)
            while f"field_{number}" in attributes.values():
                number += 1
            attributes[name] = f"field_{number}"
    return attributes


def _is_plain(name: str) -> bool:
    return re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) is not None and not keyword.iskeyword(name)


def _enum_classes(model: Model, class_names: dict[str, str]) -> dict[str, type[StrEnum]]:
    # To type checkers, a call of `StrEnum` with names from elsewhere is a member.
    classes: dict[str, Any] = {}
    for name, values in model.enums.items():
        members: dict[str, str] = {}
        for index, value in enumerate(values):
            member = re.sub("[^A-Z0-9]+", "_", value.upper()).strip("_")
            if not member or member[0].isdigit() or not value.isascii() or member in members:
                member = f"VALUE_{index}"
            members[member] = value
        # Given to `StrEnum` as a call, since their values may be any text.
        classes[class_names[name]] = StrEnum(class_names[name], members, module="documents")
    return classes


def _records_in(type_: Type) -> set[str]:
    if type_.kind == "record":
        return {type_.name}
    return set() if type_.of is None else _records_in(type_.of)


def _dependencies_first(model: Model) -> list[str]:
    """Records after those that they consist of, as far as they aren't within themselves."""
    ordered: dict[str, None] = {}
    begun: set[str] = set()

    def add(record: str) -> None:
        if record in begun:
            return
        begun.add(record)
        for field in model.records[record]:
            for within in sorted(_records_in(field.type)):
                add(within)
        ordered[record] = None

    for record in model.records:
        add(record)
    return list(ordered)

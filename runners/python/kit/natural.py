"""The natural model: dataclasses with slots as a programmer would have written them for this schema.

They stand in a module of their own, `documents`, which is made as source and is registered, so that libraries find what an
annotation means.

- A record is a dataclass; fields that may be absent have the default None and therefore stand last.
- int32 and int64 are `int`, an instant a `datetime` in UTC, a uuid a `UUID`, bytes `bytes`, `any` what a parser of JSON gives.
- An enum is a `StrEnum` with the members `VALUE_0`, `VALUE_1` and so on: its values may be any text.
- An attribute is called like its field where that is an identifier in ASCII that begins with a letter, and neither a keyword nor
  the name of a type here; else it is respelled.
"""

import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from itertools import count
from keyword import iskeyword
from types import ModuleType
from typing import Any
from uuid import UUID

from .model import SCALARS, Field, Model, Type
from .source import block, define

# Names that a module has besides those of the model.
_TAKEN = frozenset(("Any", "UUID", "None", "True", "False", "Struct", "BaseModel", "Field", "CONFIG", "ROOT"))


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
        # To type checkers, a call of `StrEnum` with names from elsewhere is a member.
        self.enums: dict[str, Any] = {
            name: StrEnum(
                self.class_names[name],
                {f"VALUE_{index}": value for index, value in enumerate(values)},
                module="documents",
            )
            for name, values in model.enums.items()
        }
        self.members: dict[str, dict[str, StrEnum]] = {
            name: {str(member): member for member in class_} for name, class_ in self.enums.items()
        }
        documents = self.module(
            "documents",
            "from dataclasses import dataclass",
            lambda _record, name: f"@dataclass(slots=True)\nclass {name}:",
        )
        self.records = self.classes(documents)
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
        return SCALARS[type_.kind] if type_.kind in SCALARS else self.class_names[type_.name]

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
        module.__dict__.update(Any=Any, UUID=UUID, datetime=datetime)
        module.__dict__.update({self.class_names[enum]: class_ for enum, class_ in self.enums.items()})
        # Libraries look the names in annotations up by the module's.
        sys.modules[name] = module
        parts = [imports]
        defined: set[str] = set()
        # Most records come after those that consist of them; a name that is still unknown is quoted.
        for record in reversed(self.model.records):
            lines = []
            for field, attribute in self.fields(record):
                annotation = self.annotation(field.type, field.presence)
                inner = field.type.parts[-1]
                if inner.kind == "record" and inner.name not in defined:
                    annotation = f'"{annotation}"'
                lines.append((line or _plain_line)(field, attribute, annotation))
            parts.append("\n".join(block(head(record, self.class_names[record]), lines)))
            defined.add(record)
        parts.append(f"ROOT = {self.annotation(self.model.root)}")
        define(name, "\n\n".join(parts), module.__dict__)
        return module


def _plain_line(field: Field, attribute: str, annotation: str) -> str:
    return f"{attribute}: {annotation}{' = None' if field.presence == 'optional' else ''}"


def _attributes(model: Model, class_names: Iterable[str]) -> dict[str, str]:
    """Attributes by field name: the same for the same name in every record, and no other's."""
    reserved = {*SCALARS.values(), "list", "dict", *class_names}
    names = [field.name for fields in model.records.values() for field in fields]
    plain = {name: name for name in names if _is_plain(name) and name not in reserved}
    free = (one for number in count() if (one := f"field_{number}") not in plain)
    return plain | {name: next(free) for name in dict.fromkeys(names) if name not in plain}


def _is_plain(name: str) -> bool:
    return name.isascii() and name.isidentifier() and name[0] != "_" and not iskeyword(name)

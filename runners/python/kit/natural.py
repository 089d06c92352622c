"""The natural model: dataclasses with slots, as a programmer would write them for this schema.

The classes are in a generated module, `documents`, which is in `sys.modules` so that libraries can resolve annotations.

- A record is a dataclass. Optional fields have the default None and are therefore last.
- int32 and int64 are `int`, instants `datetime` in UTC, uuids `UUID`, bytes `bytes`; `any` is what a JSON parser returns.
- An enum is a `StrEnum` with the members `VALUE_0`, `VALUE_1` and so on, since its values may be any text.
- An attribute has its field's name if that is an ASCII identifier that begins with a letter and is neither a keyword nor the
  name of a type in the module; otherwise it is `field_0`, `field_1` and so on.
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

# Names used by generated modules. A record or enum with such a name gets `_` appended.
_TAKEN = frozenset(("Any", "UUID", "None", "True", "False", "Struct", "BaseModel", "Field", "CONFIG", "ROOT"))


class Natural:
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
        # Typed as Any, since type checkers mistake a call of `StrEnum` with computed names for the lookup of a member.
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
        """Returns a record's fields with their attributes, in the order of the constructor."""
        return self._fields[record]

    def annotation(self, type_: Type, presence: str = "required") -> str:
        if presence != "required" and type_.kind != "any":
            return f"{self.annotation(type_)} | None"
        if type_.kind == "list":
            return f"list[{self.annotation(type_.element)}]"
        if type_.kind == "map":
            return f"dict[str, {self.annotation(type_.element)}]"
        return SCALARS[type_.kind] if type_.kind in SCALARS else self.class_names[type_.name]

    def classes(self, module: ModuleType) -> dict[str, type[Any]]:
        return {name: getattr(module, self.class_names[name]) for name in self.model.records}

    def module(
        self,
        name: str,
        imports: str,
        head: Callable[[str, str], str],
        line: Callable[[Field, str, str], str] | None = None,
    ) -> ModuleType:
        """Generates a module with a class for each record, with the attributes of the natural model.

        - `imports` are its first lines.
        - `head(record, class_name)` returns the lines that begin a class.
        - `line(field, attribute, annotation)` returns a field's line; by default attribute, annotation and default value.

        The module's `ROOT` is the type of documents.
        """
        module = ModuleType(name)
        module.__dict__.update(Any=Any, UUID=UUID, datetime=datetime)
        module.__dict__.update({self.class_names[enum]: class_ for enum, class_ in self.enums.items()})
        # Libraries look up the module of a class by name to resolve annotations.
        sys.modules[name] = module
        parts = [imports]
        defined: set[str] = set()
        # In reverse order, because records usually come before the records that they contain: then few annotations refer to a
        # class that isn't defined yet, and only those must be quoted.
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
    reserved = {*SCALARS.values(), "list", "dict", *class_names}
    names = [field.name for fields in model.records.values() for field in fields]
    plain = {name: name for name in names if _is_plain(name) and name not in reserved}
    free = (one for number in count() if (one := f"field_{number}") not in plain)
    return plain | {name: next(free) for name in dict.fromkeys(names) if name not in plain}


def _is_plain(name: str) -> bool:
    return name.isascii() and name.isidentifier() and name[0] != "_" and not iskeyword(name)

"""A file in serializers/ defines `create(schema)`, which returns Operations. It also defines PACKAGE, the package whose
version is reported, or VERSION if there is no package. It supports any schema: by annotations of the natural model's
classes (dataclasses, natural.py), or with code that `create` generates.
"""

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .errors import Unavailable
from .model import Model
from .natural import Natural


@dataclass(frozen=True)
class Schema:
    model: Model
    natural: Natural
    artifacts: Mapping[str, str]
    """Paths of the files that `artifacts` in runner.toml requests, by kind."""
    json_schema: str
    task: str
    """`serialize`, `deserialize`, `to-tree` or `parse-tree`: the only task of this process, so that `create` may leave
    out the operations of other tasks.
    """


@dataclass(frozen=True)
class Operations:
    """The operations that the library supports. The loop calls them directly, so all that they do is timed, except `prepare`
    and `write_tree`.
    """

    serialize: Callable[[Any], str | bytes] | None = None
    deserialize: Callable[[Any], Any] | None = None
    classes: Mapping[str, type[Any]] | None = None
    """Classes to use instead of the natural model's, by record, with the same attributes. The kit creates objects of them
    without validation.
    """
    prepare: Callable[[Any], Any] | None = None
    """Converts a document to an object of the library's own before timing. Only with `bound = "prefilled"` in runner.toml."""
    to_tree: Callable[[Any], Any] | None = None
    parse_tree: Callable[[Any], Any] | None = None
    write_tree: Callable[[Any], str | bytes] | None = None
    """Writes a tree (the library's own representation of a document). Never timed; required with `to_tree` and `parse_tree`."""


def load_serializer(serializer: str) -> ModuleType:
    name = f"serializers.{serializer.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        raise Unavailable(f"there is no serializer {serializer}")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise Unavailable(f"{serializer}: {error}") from error


def version_of(module: ModuleType) -> str:
    package: str | None = getattr(module, "PACKAGE", None)
    version = importlib.metadata.version(package) if package else str(module.VERSION)
    return version

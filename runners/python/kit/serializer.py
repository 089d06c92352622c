"""The interface of files in serializers/: `create`, and PACKAGE, whose version is reported, or VERSION if there is no package.

Each file supports any schema: by annotations of the natural model's classes, or with code that it generates in `create`.
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
    """Argument of `create`."""

    model: Model
    """The type of documents (`root`), and records and enums by name."""
    natural: Natural
    """The classes of documents."""
    artifacts: Mapping[str, str]
    """Paths by kind of the artifacts that runner.toml requests."""
    json_schema: str
    """Path of the dataset's JSON Schema."""
    task: str
    """`serialize`, `deserialize`, `to-tree` or `parse-tree`: only this task has to be prepared."""


@dataclass(frozen=True)
class Operations:
    """The operations that the library supports. The loop calls them directly, so a wrapper would be timed, too."""

    serialize: Callable[[Any], str | bytes] | None = None
    deserialize: Callable[[Any], Any] | None = None
    classes: Mapping[str, type[Any]] | None = None
    """The library's own classes by record, with the attributes of the natural model, for rows that start from such objects. Documents
    are created as objects of these classes, without validation.
    """
    prepare: Callable[[Any], Any] | None = None
    """Creates the library's own object from a document, only for rows with bound = "prefilled". Never timed."""
    to_tree: Callable[[Any], Any] | None = None
    parse_tree: Callable[[Any], Any] | None = None
    write_tree: Callable[[Any], str | bytes] | None = None
    """Writes a tree. Never timed; required with `to_tree` and `parse_tree`."""


def load_serializer(serializer: str) -> ModuleType:
    """Imports a serializer's module. Raises Unavailable if it or one of its packages is missing."""
    name = f"serializers.{serializer.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        raise Unavailable(f"there is no serializer {serializer}")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise Unavailable(f"{serializer}: {error}") from error


def version_of(module: ModuleType) -> str:
    """Returns the version to report for the row."""
    package: str | None = getattr(module, "PACKAGE", None)
    version = importlib.metadata.version(package) if package else str(module.VERSION)
    return version

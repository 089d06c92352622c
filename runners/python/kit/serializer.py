"""What a file in serializers/ has: `create`, and PACKAGE, whose version is reported, or VERSION where there is no package.

One file does any schema: by the annotations of the natural model's classes, or with code that it generates in `create`.
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
    """What `create` is given."""

    model: Model
    """What a document is (`root`), and the records and enums in it by name."""
    natural: Natural
    """The classes that documents consist of."""
    artifacts: Mapping[str, str]
    """Paths of what runner.toml's `artifacts` asked for, by kind."""
    json_schema: str
    """Path of the dataset's JSON Schema."""
    task: str
    """`serialize`, `deserialize`, `to-tree` or `parse-tree`: no other needs to be prepared."""


@dataclass(frozen=True)
class Operations:
    """Those that the library has. The loop calls them as they are: the plainer the callable, the better."""

    serialize: Callable[[Any], str | bytes] | None = None
    deserialize: Callable[[Any], Any] | None = None
    classes: Mapping[str, type[Any]] | None = None
    """The library's own classes by record, with the attributes of the natural model's, for rows that are measured from them: documents
    are made of these at once, without validation.
    """
    prepare: Callable[[Any], Any] | None = None
    """Makes the library's own object of a document, only for rows with bound = "prefilled". Never timed."""
    to_tree: Callable[[Any], Any] | None = None
    parse_tree: Callable[[Any], Any] | None = None
    write_tree: Callable[[Any], str | bytes] | None = None
    """Never timed; needed with either of the two above."""


def load_serializer(serializer: str) -> ModuleType:
    """The module of an id. Raises Unavailable where there is none, or a package that it needs is missing."""
    name = f"serializers.{serializer.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        raise Unavailable(f"there is no serializer {serializer}")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise Unavailable(f"{serializer}: {error}") from error


def version_of(module: ModuleType) -> str:
    """As reported for the row."""
    package: str | None = getattr(module, "PACKAGE", None)
    version = importlib.metadata.version(package) if package else str(module.VERSION)
    return version

"""Code that is made from a schema at load: what one would write by hand for it."""

from collections.abc import Mapping
from types import CodeType
from typing import Any


def compile_source(name: str, source: str) -> CodeType:
    return compile(source, f"<{name}>", "exec", dont_inherit=True)


def define(name: str, source: str, scope: Mapping[str, Any]) -> dict[str, Any]:
    """Executes a source whose free names are those of `scope`, and gives all that it defines."""
    namespace = dict(scope)
    exec(compile_source(name, source), namespace)
    return namespace


def indented(lines: list[str], by: int = 4) -> str:
    return "\n".join(f"{' ' * by}{line}" for line in lines)

"""Code that is made from a schema at load: what one would write by hand for it."""

import os
from collections.abc import Mapping
from types import CodeType
from typing import Any


def compile_source(name: str, source: str) -> CodeType:
    # For somebody who wants to see what is measured.
    told = os.environ.get("WIREMARK_SOURCE")
    if told is not None:
        with open(told, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"# {name}\n{source}\n\n")
    return compile(source, f"<{name}>", "exec", dont_inherit=True)


def define(name: str, source: str, scope: Mapping[str, Any]) -> dict[str, Any]:
    """Executes a source whose free names are those of `scope`, and gives all that it defines."""
    namespace = dict(scope)
    exec(compile_source(name, source), namespace)
    return namespace


def indented(lines: list[str], by: int = 4) -> str:
    return "\n".join(f"{' ' * by}{line}" for line in lines)

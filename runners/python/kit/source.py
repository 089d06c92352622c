"""Code that is made from a schema at load: what one would write by hand for it."""

import os
from collections.abc import Callable
from typing import Any


def define(name: str, source: str, scope: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Executes a source in `scope`, which then has what it defines."""
    # For somebody who wants to see what is measured.
    told = os.environ.get("WIREMARK_SOURCE")
    if told is not None:
        with open(told, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"# {name}\n{source}\n\n")
    exec(compile(source, f"<{name}>", "exec", dont_inherit=True), scope)
    return scope


def block(head: str, lines: list[str]) -> list[str]:
    """A statement with others in it."""
    return [head, *(f"    {line}" for line in lines or ["pass"])]

"""Executes code that is generated for a schema."""

import os
from collections.abc import Callable
from typing import Any


def define(name: str, source: str, scope: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    # `wiremark source` shows this code.
    path = os.environ.get("WIREMARK_SOURCE")
    if path is not None:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"# {name}\n{source}\n\n")
    exec(compile(source, f"<{name}>", "exec", dont_inherit=True), scope)
    return scope


def block(head: str, lines: list[str]) -> list[str]:
    return [head, *(f"    {line}" for line in lines or ["pass"])]

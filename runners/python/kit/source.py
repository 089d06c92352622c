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


NESTED = 16
"""So many comprehensions stand in each other at most. From Python 3.12 on they are part of the function around them (PEP 709), which
takes 20; the compilers of 3.12 and 3.13 crashed at more: https://github.com/python/cpython/issues/156091
"""


class Apart:
    """Functions of their own for what lies deeper than that."""

    def __init__(self) -> None:
        self.functions: list[str] = []

    def nested(self, expression: str, argument: str, depth: int) -> str:
        """An expression that is in so many comprehensions, of the variable of the innermost one."""
        if depth % NESTED != 0 or expression == argument:
            return expression
        name = f"apart_{len(self.functions)}"
        self.functions.append(f"def {name}({argument}):\n    return {expression}")
        return f"{name}({argument})"


def indented(lines: list[str], by: int = 4) -> str:
    return "\n".join(f"{' ' * by}{line}" for line in lines)

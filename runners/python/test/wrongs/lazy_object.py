"""An object is read when somebody asks for a field."""

from typing import Any

from kit.serializer import Operations, Schema
from serializers.json import VERSION
from serializers.json import create as create_right

__all__ = ["VERSION", "create"]


def create(schema: Schema) -> Operations:
    right: Any = create_right(schema)

    class Late:
        def __init__(self, text: str) -> None:
            self.text = text

        def __getattr__(self, name: str) -> Any:
            return getattr(right.deserialize(self.text), name)

    return Operations(deserialize=Late)

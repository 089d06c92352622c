"""Converts typed objects for libraries that support only dicts, lists, text, numbers, booleans and None. Python's page on
`json` leaves this to the program. The conversion is timed.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from kit.conversion import Scalars, from_plain, to_plain
from kit.serializer import Operations, Schema


def base64_text(data: bytes) -> str:
    return b64encode(data).decode("ascii")


READ = Scalars(
    {"uuid": "UUID({})", "instant": "fromisoformat({})", "bytes": "b64decode({})"},
    {"UUID": UUID, "fromisoformat": datetime.fromisoformat, "b64decode": b64decode},
)
# Enum members need no conversion: they are `str` objects, which all of these libraries accept.
WRITTEN = Scalars(
    {"uuid": "str({})", "instant": "{}.isoformat()", "bytes": "base64_text({})"},
    {"base64_text": base64_text},
)


def through_dicts(
    schema: Schema,
    write: Callable[[Any], str | bytes],
    read: Callable[[Any], Any],
    written: Scalars = WRITTEN,
) -> Operations:
    if schema.model.root.kind == "any":
        return Operations(serialize=write, deserialize=read)
    plain, typed = to_plain(schema, written), from_plain(schema, READ)

    def serialize(document: Any) -> str | bytes:
        return write(plain(document))

    def deserialize(document: Any) -> Any:
        return typed(read(document))

    return Operations(serialize=serialize, deserialize=deserialize)

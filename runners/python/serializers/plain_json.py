"""For libraries that know dicts, lists, texts, numbers, booleans and None: documents are made of these by hand before they are
written and after they are read, as the page of Python's own `json` leaves it to the program. All of that is timed.
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
# An enum's member is a `str` to each of them.
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
    """`write` puts out what dicts and lists hold, `read` makes them of a document."""
    plain, typed = to_plain(schema, written), from_plain(schema, READ)

    def serialize(document: Any) -> str | bytes:
        return write(plain(document))

    def deserialize(document: Any) -> Any:
        return typed(read(document))

    return Operations(serialize=serialize, deserialize=deserialize)

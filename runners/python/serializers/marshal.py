"""marshal, Python's format for compiled code. It supports dicts, lists, text, bytes and numbers but no subclasses, so
documents are converted to and from dicts, enum members to text, UUIDs to numbers, and instants to milliseconds. Other
versions of Python may not read the output. https://docs.python.org/3/library/marshal.html
"""

import marshal
import platform
from typing import Any
from uuid import UUID

from kit.conversion import Scalars, from_plain, to_plain
from kit.fixture_reader import EPOCH, MILLISECOND
from kit.serializer import Operations, Schema

VERSION = platform.python_version()

TIMES = {"EPOCH": EPOCH, "MILLISECOND": MILLISECOND}
WRITTEN = Scalars(
    {"enum": "str({})", "uuid": "{}.int", "instant": "({} - EPOCH) // MILLISECOND"},
    TIMES,
)
READ = Scalars({"uuid": "UUID(int={})", "instant": "EPOCH + {} * MILLISECOND"}, {**TIMES, "UUID": UUID})


def create(schema: Schema) -> Operations:
    to_dicts, from_dicts = to_plain(schema, WRITTEN), from_plain(schema, READ)
    dumps = marshal.dumps
    loads = marshal.loads

    def serialize(document: Any) -> bytes:
        return dumps(to_dicts(document))

    def deserialize(data: bytes) -> Any:
        return from_dicts(loads(data))

    return Operations(serialize=serialize, deserialize=deserialize)

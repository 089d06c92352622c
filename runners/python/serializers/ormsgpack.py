"""ormsgpack, which takes dataclasses, enums and UUIDs by itself; where a field has another name than its attribute, dicts are made by
hand. What comes back are dicts, read by hand.

An instant is written as RFC 3339, its default, although `OPT_DATETIME_AS_TIMESTAMP_EXT` takes two thirds of the time of that: with
it ormsgpack 1.13.1 writes nothing but the lowest 32 bits of the seconds where the fraction is 0.537 (2^29 nanoseconds) or more.
It reads timestamps rightly.
https://ormsgpack.readthedocs.io/en/stable/
"""

from typing import Any
from uuid import UUID

import ormsgpack

from kit.conversion import Scalars, from_plain, to_plain
from kit.serializer import Operations, Schema

PACKAGE = "ormsgpack"


def create(schema: Schema) -> Operations:
    pack = ormsgpack.packb
    unpack = ormsgpack.unpackb
    option = ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT
    to_dicts = to_plain(schema, Scalars({}))
    from_dicts = from_plain(schema, Scalars({"uuid": "UUID({})"}, {"UUID": UUID}))

    def serialize(document: Any) -> bytes:
        return pack(to_dicts(document))

    def deserialize(data: bytes) -> Any:
        return from_dicts(unpack(data, option=option))

    return Operations(serialize=pack if schema.natural.plain_names else serialize, deserialize=deserialize)

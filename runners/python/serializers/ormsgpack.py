"""ormsgpack on dataclasses, enums and UUIDs, which it writes itself; only if a field's name differs from its attribute,
documents are converted to dicts. Reading returns dicts, which are converted to dataclasses.

Instants are written as RFC 3339, the default: with `OPT_DATETIME_AS_TIMESTAMP_EXT`, which takes two thirds of the time,
ormsgpack 1.13.1 loses all but the lowest 32 bits of the seconds if the fraction is 0.537 (2^29 nanoseconds) or more.
Reading uses this option, because inputs contain timestamps.
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

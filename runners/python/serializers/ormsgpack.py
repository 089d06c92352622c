"""ormsgpack, which takes dataclasses, enums and UUIDs by itself; where a field has another name than its attribute, dicts are made by
hand. An instant is the format's own timestamp by the option for that. What comes back are dicts, read by hand.
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
        return pack(document, option=option)

    def serialize_dicts(document: Any) -> bytes:
        return pack(to_dicts(document), option=option)

    def deserialize(data: bytes) -> Any:
        return from_dicts(unpack(data, option=option))

    return Operations(
        serialize=serialize if schema.natural.plain_names else serialize_dicts, deserialize=deserialize
    )

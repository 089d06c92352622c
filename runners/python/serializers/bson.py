"""bson of pymongo with its C extension; objects are converted to and from dicts. Its documentation shows no options for
speed. Datetimes are read without a zone and then get UTC; the option `tz_aware` would give them a zone of the library's
own class. A BSON document is always a record, so a root of another type is the field `value` of a record.
https://pymongo.readthedocs.io/en/stable/api/bson/index.html
"""

from datetime import UTC
from typing import Any
from uuid import UUID

import bson

from kit.conversion import Scalars, from_plain, to_plain
from kit.errors import Unavailable
from kit.serializer import Operations, Schema

PACKAGE = "pymongo"


def create(schema: Schema) -> Operations:
    if not bson.has_c():
        raise Unavailable("pymongo was installed without its extension in C")
    encode = bson.encode
    decode = bson.decode
    to_dicts = to_plain(schema, Scalars({"uuid": "str({})"}))
    from_dicts = from_plain(
        schema,
        Scalars({"uuid": "UUID({})", "instant": "{}.replace(tzinfo=UTC)"}, {"UUID": UUID, "UTC": UTC}),
    )

    def serialize(document: Any) -> bytes:
        return encode(to_dicts(document))

    def deserialize(data: bytes) -> Any:
        return from_dicts(decode(data))

    def serialize_value(document: Any) -> bytes:
        return encode({"value": to_dicts(document)})

    def deserialize_value(data: bytes) -> Any:
        return from_dicts(decode(data)["value"])

    if schema.model.root.kind == "record":
        return Operations(serialize=serialize, deserialize=deserialize)
    return Operations(serialize=serialize_value, deserialize=deserialize_value)

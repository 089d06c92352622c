"""cbor2 with its defaults; objects are converted to and from dicts. Its documentation shows no options for speed, and a
reused encoder is no faster than `dumps`. https://cbor2.readthedocs.io/en/latest/usage.html
"""

from typing import Any
from uuid import UUID

import cbor2

from kit.conversion import Scalars, from_plain, to_plain
from kit.serializer import Operations, Schema

PACKAGE = "cbor2"


def create(schema: Schema) -> Operations:
    dumps = cbor2.dumps
    loads = cbor2.loads
    to_dicts = to_plain(schema, Scalars({"uuid": "str({})"}))
    from_dicts = from_plain(schema, Scalars({"uuid": "UUID({})"}, {"UUID": UUID}))

    def serialize(document: Any) -> bytes:
        return dumps(to_dicts(document))

    def deserialize(data: bytes) -> Any:
        return from_dicts(loads(data))

    if schema.model.root.kind == "any":
        return Operations(serialize=dumps, deserialize=loads)
    return Operations(serialize=serialize, deserialize=deserialize)

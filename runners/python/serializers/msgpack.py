"""msgpack with its C extension; objects are converted to and from dicts. The `Packer` is reused, since `packb`
creates one for each call. Two of the README's "Performance tips" don't apply: reading lists as tuples would need a copy
into lists, and disabling the garbage collector is up to the program. The options `datetime` and `timestamp=3` represent
instants as MessagePack timestamps. https://github.com/msgpack/msgpack-python#readme
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgpack

from kit.conversion import Scalars, from_plain, to_plain
from kit.errors import Unavailable
from kit.serializer import Operations, Schema

PACKAGE = "msgpack"


def create(schema: Schema) -> Operations:
    if msgpack.Packer.__module__ == "msgpack.fallback":
        raise Unavailable("msgpack was installed without its extension in C")
    pack: Callable[[Any], bytes] = msgpack.Packer(datetime=True).pack
    unpack = msgpack.unpackb
    to_dicts = to_plain(schema, Scalars({"uuid": "str({})"}))
    from_dicts = from_plain(schema, Scalars({"uuid": "UUID({})"}, {"UUID": UUID}))

    def serialize(document: Any) -> bytes:
        return pack(to_dicts(document))

    def deserialize(data: bytes) -> Any:
        return from_dicts(unpack(data, timestamp=3))

    if schema.model.root.kind == "any":
        return Operations(serialize=pack, deserialize=unpack)
    return Operations(serialize=serialize, deserialize=deserialize)

"""msgpack with its extension in C, and dicts made and read by hand. A `Packer` is made once, as `packb` makes one for each call.
Of the README's "Performance tips", tuples in place of lists are no gain here: what is read would be copied into lists, and
`gc.disable` is the program's choice. An instant is the format's own timestamp by the options `datetime` and `timestamp=3`.
https://github.com/msgpack/msgpack-python#readme
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

    return Operations(serialize=serialize, deserialize=deserialize)

"""json of the standard library, with dicts made and read by hand: https://docs.python.org/3/library/json.html"""

import json
from base64 import b64decode, b64encode
from datetime import datetime
from platform import python_version
from uuid import UUID

from kit.conversion import Scalars, from_plain, to_plain
from kit.serializer import Operations, Schema

VERSION = python_version()


def create(schema: Schema) -> Operations:
    encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
    decode = json.loads
    outgoing = Scalars(
        {"uuid": "str({})", "instant": "{}.isoformat()", "bytes": "b64encode({}).decode('ascii')"},
        {"b64encode": b64encode},
    )
    incoming = Scalars(
        {"uuid": "UUID({})", "instant": "parse_instant({})", "bytes": "b64decode({})"},
        {"UUID": UUID, "parse_instant": datetime.fromisoformat, "b64decode": b64decode},
    )
    plain_of = to_plain(schema, outgoing)
    document_of = from_plain(schema, incoming)

    def serialize(document: object) -> str:
        return encode(plain_of(document))

    def deserialize(text: str) -> object:
        return document_of(decode(text))

    return Operations(serialize=serialize, deserialize=deserialize)

"""Starts with Python's json: replace it with your library, as its documentation recommends for speed. wiremark times
all that `serialize` and `deserialize` do, and verifies it on hard documents. Documents are objects of dataclasses with
slots, generated from the data; if your library supports them, delete the conversions. For more examples see wiremark's
runners/python/serializers/.
"""

import json
import platform
from base64 import b64decode, b64encode
from datetime import datetime
from typing import Any
from uuid import UUID

from kit.conversion import Scalars, from_plain, to_plain
from kit.serializer import Operations, Schema

VERSION = platform.python_version()
# PACKAGE = "my-library"  # instead of VERSION: the package whose version is reported


def base64_text(data: bytes) -> str:
    return b64encode(data).decode("ascii")


# Conversions for types that JSON doesn't have.
WRITTEN = Scalars(
    {"uuid": "str({})", "instant": "{}.isoformat()", "bytes": "base64_text({})"},
    {"base64_text": base64_text},
)
READ = Scalars(
    {"uuid": "UUID({})", "instant": "fromisoformat({})", "bytes": "b64decode({})"},
    {"UUID": UUID, "fromisoformat": datetime.fromisoformat, "b64decode": b64decode},
)


def create(schema: Schema) -> Operations:
    to_dicts, from_dicts = to_plain(schema, WRITTEN), from_plain(schema, READ)
    encoder = json.JSONEncoder(check_circular=False, separators=(",", ":"))
    decoder = json.JSONDecoder()

    def serialize(document: Any) -> str:
        return encoder.encode(to_dicts(document))

    def deserialize(text: Any) -> Any:
        return from_dicts(decoder.decode(text))

    return Operations(serialize=serialize, deserialize=deserialize)

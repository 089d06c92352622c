"""orjson, which writes dataclasses by itself, enums, UUIDs and datetimes too: `default` is left for bytes. It reads dicts, and
objects are made of them by hand. https://github.com/ijl/orjson#dataclass
"""

from typing import Any

import orjson

from kit.conversion import Scalars
from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text, through_dicts

PACKAGE = "orjson"


def create(schema: Schema) -> Operations:
    # For names that no attribute may have, dicts: it knows a field by its attribute's only.
    by_hand = through_dicts(schema, write_with_bytes, orjson.loads, Scalars({}))
    if not schema.natural.plain_names:
        return by_hand
    write = write_with_bytes if schema.model.has("bytes") else orjson.dumps
    return Operations(serialize=write, deserialize=by_hand.deserialize)


def write_with_bytes(document: Any) -> bytes:
    """Base64 for bytes, which it has no type for."""
    return orjson.dumps(document, base64_text)

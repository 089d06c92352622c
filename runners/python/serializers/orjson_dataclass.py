"""orjson on dataclasses, which it writes itself; `default` converts bytes. This row has no `deserialize`: orjson reads
documents only as dicts, which the row `orjson` measures. https://github.com/ijl/orjson#dataclass
"""

from typing import Any

import orjson

from kit.errors import Unsupported
from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text

PACKAGE = "orjson"


def create(schema: Schema) -> Operations:
    if not schema.natural.plain_names:
        raise Unsupported("orjson knows a dataclass's field by the name of its attribute only")
    return Operations(serialize=write_with_bytes if schema.model.has("bytes") else orjson.dumps)


def write_with_bytes(document: Any) -> bytes:
    return orjson.dumps(document, base64_text)

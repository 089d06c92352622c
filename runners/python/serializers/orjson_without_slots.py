"""orjson on dataclasses without slots: its README says under "dataclass" that there is a performance benefit to that. What it
reads doesn't depend on it: that is in the row of orjson. https://github.com/ijl/orjson#dataclass
"""

import orjson

from kit.errors import Unsupported
from kit.serializer import Operations, Schema
from serializers.orjson import write_with_bytes
from serializers.own_model import own_objects

PACKAGE = "orjson"


def create(schema: Schema) -> Operations:
    natural = schema.natural
    if not natural.plain_names:
        raise Unsupported("orjson knows a field by the name of its attribute only")
    module = natural.module(
        "documents_without_slots",
        "from dataclasses import dataclass",
        lambda _record, name: f"@dataclass\nclass {name}:",
    )
    return Operations(
        serialize=write_with_bytes if schema.model.has("bytes") else orjson.dumps,
        prepare=own_objects(schema, natural.classes(module)),
    )

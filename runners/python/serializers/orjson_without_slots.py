"""orjson on dataclasses without slots, which are faster according to its README, "dataclass".
https://github.com/ijl/orjson#dataclass
"""

from dataclasses import replace

from kit.serializer import Operations, Schema
from serializers.orjson_dataclass import create as create_with_slots

PACKAGE = "orjson"


def create(schema: Schema) -> Operations:
    operations = create_with_slots(schema)
    module = schema.natural.module(
        "documents_without_slots",
        "from dataclasses import dataclass",
        lambda _record, name: f"@dataclass\nclass {name}:",
    )
    return replace(operations, classes=schema.natural.classes(module))

"""pydantic on dataclasses, through a reused TypeAdapter, as its performance tips advise. `__pydantic_config__` is the equivalent of
`model_config` in a BaseModel. https://docs.pydantic.dev/latest/concepts/performance/
"""

from pydantic import ConfigDict, TypeAdapter

from kit.serializer import Operations, Schema
from serializers.pydantic_config import CONFIG

PACKAGE = "pydantic"


def create(schema: Schema) -> Operations:
    natural = schema.natural
    names = {attribute: name for name, attribute in natural.attribute.items()}
    config = CONFIG if natural.plain_names else ConfigDict(**CONFIG, alias_generator=names.__getitem__)
    for class_ in natural.records.values():
        class_.__pydantic_config__ = config
    adapter = TypeAdapter(natural.root)
    return Operations(serialize=adapter.dump_json, deserialize=adapter.validate_json)

"""MessagePack by msgspec on its own structs (msgspec_structs.py), with an Encoder and a Decoder that are used again.
https://jcristharif.com/msgspec/perf-tips.html
"""

from msgspec.msgpack import Decoder, Encoder

from kit.serializer import Operations, Schema
from serializers.msgspec_structs import structs
from serializers.own_model import own_objects

PACKAGE = "msgspec"


def create(schema: Schema) -> Operations:
    module = structs(schema)
    return Operations(
        serialize=Encoder().encode,
        deserialize=Decoder(module.ROOT).decode,
        prepare=own_objects(schema, schema.natural.classes(module)),
    )

"""MessagePack by msgspec on its own structs (msgspec_structs.py), with a reused Encoder and Decoder.
https://jcristharif.com/msgspec/perf-tips.html
"""

from msgspec.msgpack import Decoder, Encoder

from kit.serializer import Operations, Schema
from serializers.msgspec_structs import structs

PACKAGE = "msgspec"


def create(schema: Schema) -> Operations:
    module = structs(schema)
    return Operations(
        serialize=Encoder().encode,
        deserialize=Decoder(module.ROOT).decode,
        classes=schema.natural.classes(module),
    )

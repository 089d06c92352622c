"""msgspec on dataclasses, with a reused Encoder and Decoder.
https://jcristharif.com/msgspec/perf-tips.html#reuse-encoders-decoders
"""

from msgspec.json import Decoder, Encoder

from kit.errors import Unsupported
from kit.serializer import Operations, Schema

PACKAGE = "msgspec"


def create(schema: Schema) -> Operations:
    if not schema.natural.plain_names:
        raise Unsupported("msgspec knows a dataclass's field by the name of its attribute only")
    return Operations(serialize=Encoder().encode, deserialize=Decoder(schema.natural.root).decode)

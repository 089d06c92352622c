"""rapidjson with a reused Encoder and Decoder. `NM_NATIVE`, which its documentation recommends for speed, isn't used to
read documents with doubles: some would be off by their last bit. `ensure_ascii=False` is faster. rapidjson itself
writes datetimes and UUIDs. https://python-rapidjson.readthedocs.io/en/latest/loads.html#loads-number-mode
"""

import rapidjson

from kit.conversion import Scalars
from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text, through_dicts

PACKAGE = "python-rapidjson"

WRITTEN = Scalars({"bytes": "base64_text({})"}, {"base64_text": base64_text})


def create(schema: Schema) -> Operations:
    encoder = rapidjson.Encoder(
        ensure_ascii=False,
        number_mode=rapidjson.NM_NATIVE,
        datetime_mode=rapidjson.DM_ISO8601,
        uuid_mode=rapidjson.UM_CANONICAL,
    )
    has_doubles = schema.model.has("double") or schema.model.has("any")
    decoder = rapidjson.Decoder(number_mode=None if has_doubles else rapidjson.NM_NATIVE)
    return through_dicts(schema, encoder, decoder, WRITTEN)  # type: ignore[arg-type] # None only if given a stream

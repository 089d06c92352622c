"""rapidjson with one Encoder that is used again: `NM_NATIVE`, the faster way to write numbers, good for all of 64 bits, and
`ensure_ascii=False`. Reading keeps to the default: the native way to read a double is off by its last bit for some.
https://python-rapidjson.readthedocs.io/en/latest/dumps.html#number-mode
"""

import rapidjson

from kit.serializer import Operations, Schema
from serializers.plain_json import through_dicts

PACKAGE = "python-rapidjson"


def create(schema: Schema) -> Operations:
    encoder = rapidjson.Encoder(ensure_ascii=False, number_mode=rapidjson.NM_NATIVE)
    return through_dicts(schema, encoder, rapidjson.Decoder())  # type: ignore[arg-type] # None only if given a stream

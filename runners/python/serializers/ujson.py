"""ujson with its defaults, as in its README. `ensure_ascii=False`, which the README recommends to save space, is slower.
https://github.com/ultrajson/ultrajson#usage
"""

import ujson

from kit.serializer import Operations, Schema
from serializers.plain_json import through_dicts

PACKAGE = "ujson"


def create(schema: Schema) -> Operations:
    return through_dicts(schema, ujson.dumps, ujson.loads)

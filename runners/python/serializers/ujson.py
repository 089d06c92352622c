"""ujson with its defaults, as its README uses it. `ensure_ascii=False` is recommended there to save space, not time: it takes
longer. https://github.com/ultrajson/ultrajson#usage
"""

import ujson

from kit.serializer import Operations, Schema
from serializers.plain_json import through_dicts

PACKAGE = "ujson"


def create(schema: Schema) -> Operations:
    return through_dicts(schema, ujson.dumps, ujson.loads)

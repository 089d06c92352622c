"""Python's own json, with one JSONEncoder that is used again: `separators` without spaces for the most compact text, and
`check_circular=False`, since nothing in a document contains itself. A `default` that is called for each dataclass, which the
page describes, takes longer than dicts made beforehand, and `dataclasses.asdict` several times as long.
https://docs.python.org/3/library/json.html#json.JSONEncoder
"""

import json
import platform

from kit.serializer import Operations, Schema
from serializers.plain_json import through_dicts

VERSION = platform.python_version()


def create(schema: Schema) -> Operations:
    encoder = json.JSONEncoder(check_circular=False, separators=(",", ":"))
    return through_dicts(schema, encoder.encode, json.JSONDecoder().decode)

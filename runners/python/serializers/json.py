"""Python's json with a reused JSONEncoder: `separators` without spaces for the most compact text, and
`check_circular=False`, since documents contain no cycles. Documents are converted to dicts first: `default`, which its
page describes, is slower for dataclasses, and `dataclasses.asdict` takes several times as long.
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

"""pickle with the newest protocol, which gives the smallest output. It supports dataclasses, enums, UUIDs and
datetimes. The data contains the names of their classes, which the reading program must have.
https://docs.python.org/3/library/pickle.html#data-stream-format
"""

import pickle
import platform
from typing import Any

from kit.serializer import Operations, Schema

VERSION = platform.python_version()


def create(schema: Schema) -> Operations:
    dumps = pickle.dumps
    newest = pickle.HIGHEST_PROTOCOL

    def serialize(document: Any) -> bytes:
        return dumps(document, newest)

    return Operations(serialize=serialize, deserialize=pickle.loads)

"""pickle with the newest protocol, the one with the fewest bytes. It takes dataclasses, enums, UUIDs and datetimes as they are: the
data names their classes, which the program that reads has to have. Its page warns of data from elsewhere.
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

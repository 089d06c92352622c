"""protobuf with upb for programs that fill its messages directly, instead of converting other objects.
https://protobuf.dev/reference/python/python-generated/
"""

from kit.serializer import Operations, Schema

from .protobuf_classes import document_class
from .protobuf_conversion import compile_filling

PACKAGE = "protobuf"


def create(schema: Schema) -> Operations:
    message_class = document_class(schema.model)
    return Operations(
        serialize=message_class.SerializeToString, prepare=compile_filling(schema, message_class)
    )

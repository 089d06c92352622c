"""protobuf with upb, its implementation in C. Documents are converted to and from messages. The conversion is timed,
because a message holds its fields in upb's memory and creates Python objects only when they are read.
https://protobuf.dev/reference/python/python-generated/
"""

from collections.abc import Callable
from typing import Any

from kit.serializer import Operations, Schema

from .protobuf_classes import document_class
from .protobuf_conversion import compile_filling, compile_reading

PACKAGE = "protobuf"


def create(schema: Schema) -> Operations:
    message_class = document_class(schema.model)
    message_of = compile_filling(schema, message_class)
    document_of = compile_reading(schema)
    write: Callable[[Any], bytes] = message_class.SerializeToString
    parse: Callable[[bytes], Any] = message_class.FromString

    def serialize(document: Any) -> bytes:
        return write(message_of(document))

    def deserialize(data: bytes) -> Any:
        return document_of(parse(data))

    return Operations(serialize=serialize, deserialize=deserialize)

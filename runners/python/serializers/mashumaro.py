"""mashumaro on dataclasses, with orjson: an ORJSONEncoder and an ORJSONDecoder that are used again, the most important optimization
of its page on performance. https://github.com/Fatal1ty/mashumaro/blob/master/web/docs/16-performance.md
"""

from base64 import b64decode

from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder
from mashumaro.config import BaseConfig
from mashumaro.dialect import Dialect

from kit.errors import Unsupported
from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text

PACKAGE = "mashumaro"


class Json(Dialect):
    # Its own base64 is that of mails, with line breaks.
    serialization_strategy = {bytes: {"serialize": base64_text, "deserialize": b64decode}}  # noqa: RUF012


def create(schema: Schema) -> Operations:
    natural = schema.natural
    if not natural.plain_names:
        for record, class_ in natural.records.items():
            class_.Config = config({attribute: field.name for field, attribute in natural.fields(record)})
    try:
        return Operations(
            serialize=ORJSONEncoder(natural.root, default_dialect=Json).encode,
            deserialize=ORJSONDecoder(natural.root, default_dialect=Json).decode,
        )
    except SyntaxError as error:
        raise Unsupported(
            "the code that mashumaro generates has names in it as they are, without escapes"
        ) from error


def config(names: dict[str, str]) -> type[BaseConfig]:
    class Config(BaseConfig):
        aliases = names
        serialize_by_alias = True

    return Config

"""mashumaro on dataclasses with orjson: a reused ORJSONEncoder and ORJSONDecoder, the main advice of its performance page.
https://github.com/Fatal1ty/mashumaro/blob/master/web/docs/16-performance.md
"""

import sys
from base64 import b64decode

from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder
from mashumaro.config import BaseConfig
from mashumaro.dialect import Dialect

from kit.errors import Unsupported
from kit.model import Type
from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text

PACKAGE = "mashumaro"
# mashumaro generates comprehensions that are nested as deeply as lists and maps. From Python 3.12 on, nesting is limited (see
# _NESTED in kit/conversion.py): beyond the limit, the last releases of 3.12 and 3.13 raise an error, and earlier ones crashed.
_TOO_DEEP = "mashumaro writes comprehensions within each other for lists of lists, and Python takes less than 20 from 3.12 on"


class Json(Dialect):
    # mashumaro's own base64 has line breaks, as in e-mail.
    serialization_strategy = {bytes: {"serialize": base64_text, "deserialize": b64decode}}  # noqa: RUF012


def create(schema: Schema) -> Operations:
    natural = schema.natural
    fields = (one.type for record in schema.model.records.values() for one in record)
    if sys.version_info >= (3, 12) and max(map(_depth, (schema.model.root, *fields))) > 18:
        raise Unsupported(_TOO_DEEP)
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


def _depth(type_: Type) -> int:
    return 0 if type_.of is None else 1 + _depth(type_.of)


def config(names: dict[str, str]) -> type[BaseConfig]:
    class Config(BaseConfig):
        aliases = names
        serialize_by_alias = True

    return Config

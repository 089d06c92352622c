"""cattrs on dataclasses, with its converter for orjson, which leaves types unchanged that orjson itself supports.
`detailed_validation=False` is faster (its documentation, "Validation"). https://catt.rs/en/stable/preconf.html
"""

from base64 import b64decode
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any
from uuid import UUID

from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.orjson import OrjsonConverter, make_converter

from kit.serializer import Operations, Schema
from serializers.plain_json import base64_text

PACKAGE = "cattrs"


def create(schema: Schema) -> Operations:
    converter = make_converter(detailed_validation=False)
    converter.register_unstructure_hook(bytes, base64_text)
    converter.register_structure_hook(bytes, lambda text, _: b64decode(text))
    # orjson writes UUIDs, but reads them as text.
    converter.register_structure_hook(UUID, lambda text, _: UUID(text))
    if not schema.natural.plain_names:
        rename(converter, schema.natural.attribute)
    loads, root = converter.loads, schema.natural.root

    def deserialize(data: bytes) -> Any:
        return loads(data, root)

    return Operations(serialize=converter.dumps, deserialize=deserialize)


def rename(converter: OrjsonConverter, attributes: dict[str, str]) -> None:
    names: dict[str, Any] = {attribute: override(rename=name) for name, attribute in attributes.items()}

    @converter.register_unstructure_hook_factory(is_dataclass)
    def unstructure(class_: type[Any]) -> Callable[[Any], dict[str, Any]]:
        return make_dict_unstructure_fn(class_, converter, **names)

    @converter.register_structure_hook_factory(is_dataclass)
    def structure(class_: type[Any]) -> Callable[[Any, Any], Any]:
        return make_dict_structure_fn(class_, converter, **names)

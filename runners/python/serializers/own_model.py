"""Documents of a library's own classes, which have the attributes of the natural model's."""

from collections.abc import Callable, Mapping
from typing import Any

from kit.model import Type
from kit.serializer import Schema


def own_objects(schema: Schema, make: Mapping[str, Callable[..., Any]]) -> Callable[[Any], Any]:
    """What makes such a document of a natural one, by what makes an object of each record. Never timed."""
    natural = schema.natural

    def of(type_: Type, value: Any) -> Any:
        if value is None or type_.kind == "any":
            return value
        if type_.kind == "list":
            return [of(type_.element, one) for one in value]
        if type_.kind == "map":
            return {key: of(type_.element, one) for key, one in value.items()}
        if type_.kind == "record":
            fields = natural.fields(type_.name)
            return make[type_.name](**{name: of(field.type, getattr(value, name)) for field, name in fields})
        return value

    return lambda document: of(schema.model.root, document)

"""pydantic on its own models: `model_validate_json`, the first of its performance tips, and `model_dump_json`. A document that is
no record is the root of a RootModel. https://docs.pydantic.dev/latest/concepts/performance/
"""

from types import ModuleType
from typing import Any

from pydantic import RootModel

from kit.model import Field
from kit.serializer import Operations, Schema
from serializers.own_model import own_objects

PACKAGE = "pydantic"


def create(schema: Schema) -> Operations:
    module = models(schema)
    classes = schema.natural.classes(module)
    prepare = own_objects(schema, {record: class_.model_construct for record, class_ in classes.items()})
    if schema.model.root.kind == "record":
        root = classes[schema.model.root.name]
        return Operations(root.model_dump_json, root.model_validate_json, prepare)
    root = RootModel[module.ROOT]  # type: ignore[name-defined] # as mypy doesn't know the module

    def deserialize(text: str) -> Any:
        return root.model_validate_json(text).root

    return Operations(
        root.model_dump_json, deserialize, lambda document: root.model_construct(prepare(document))
    )


def models(schema: Schema) -> ModuleType:
    """A module of a BaseModel for each record; `ROOT` in it is the type of a document."""
    imports = "from pydantic import BaseModel, Field\nfrom serializers.pydantic_config import CONFIG"
    module = schema.natural.module(
        "documents_of_models",
        imports,
        lambda _record, name: f"class {name}(BaseModel):\n    model_config = CONFIG",
        line,
    )
    for class_ in schema.natural.classes(module).values():
        class_.model_rebuild()
    return module


def line(field: Field, attribute: str, annotation: str) -> str:
    arguments = ["default=None"] if field.presence == "optional" else []
    if attribute != field.name:
        arguments.append(f"alias={field.name!r}")
        return f"{attribute}: {annotation} = Field({', '.join(arguments)})"
    return f"{attribute}: {annotation}{' = None' if arguments else ''}"

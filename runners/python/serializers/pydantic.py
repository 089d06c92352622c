"""pydantic on its own models: `model_validate_json`, the first of its performance tips, and `model_dump_json`. If the
root isn't a record, it uses a TypeAdapter and decodes the bytes to text, as `model_dump_json` does internally.
https://docs.pydantic.dev/latest/concepts/performance/
"""

from types import ModuleType
from typing import Any

from pydantic import TypeAdapter

from kit.model import Field
from kit.serializer import Operations, Schema
from serializers.pydantic_config import CONFIG

PACKAGE = "pydantic"


def create(schema: Schema) -> Operations:
    module = models(schema)
    classes = schema.natural.classes(module)
    if schema.model.root.kind == "record":
        root = classes[schema.model.root.name]
        return Operations(root.model_dump_json, root.model_validate_json, classes)
    adapter = TypeAdapter(module.ROOT, config=CONFIG)

    def serialize(document: Any) -> str:
        return adapter.dump_json(document).decode()

    return Operations(serialize, adapter.validate_json, classes)


def models(schema: Schema) -> ModuleType:
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

"""The documents' classes as msgspec's own, "Use Structs" of its performance tips. `omit_defaults` and `gc=False`, for objects that
are in no cycle, are there too. https://jcristharif.com/msgspec/perf-tips.html
"""

from types import ModuleType

from kit.errors import Unsupported
from kit.serializer import Schema


def structs(schema: Schema) -> ModuleType:
    """A module of a Struct for each record; `ROOT` in it is the type of a document."""

    def head(record: str, name: str) -> str:
        fields = schema.natural.fields(record)
        renamed = {attribute: field.name for field, attribute in fields if attribute != field.name}
        return f"class {name}(Struct, gc=False, omit_defaults=True, rename={renamed!r}):"

    try:
        return schema.natural.module("documents_of_structs", "from msgspec import Struct", head)
    except ValueError as error:
        # It has no way to escape a name.
        raise Unsupported(str(error)) from error

"""Generates classes of documents as msgspec's performance tips advise: structs with `omit_defaults`, and with `gc=False`,
since documents have no cycles.
https://jcristharif.com/msgspec/perf-tips.html
"""

from types import ModuleType

from kit.errors import Unsupported
from kit.serializer import Schema


def structs(schema: Schema) -> ModuleType:
    def head(record: str, name: str) -> str:
        fields = schema.natural.fields(record)
        renamed = {attribute: field.name for field, attribute in fields if attribute != field.name}
        return f"class {name}(Struct, gc=False, omit_defaults=True, rename={renamed!r}):"

    try:
        return schema.natural.module("documents_of_structs", "from msgspec import Struct", head)
    except ValueError as error:
        # msgspec refuses field names that it would have to escape.
        raise Unsupported(str(error)) from error

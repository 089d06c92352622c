"""Creates a document's protobuf message class at run time, without protoc. It is compatible with the .proto file that
wiremark writes.

A field `field_N` has the number N. Names may differ from the .proto file, since encoded messages contain only numbers.
Only the document's class is returned: it creates the messages of its fields.
"""

from typing import Any

# Importing struct_pb2 defines google.protobuf.Value, to which other messages refer.
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, struct_pb2
from google.protobuf.internal import api_implementation

from kit.errors import Unavailable
from kit.model import Field, Model, Type

_FILE = descriptor_pb2.FileDescriptorProto
_FIELD = descriptor_pb2.FieldDescriptorProto
_SCALARS = {
    "boolean": _FIELD.TYPE_BOOL,
    "int32": _FIELD.TYPE_INT32,
    "int64": _FIELD.TYPE_INT64,
    "double": _FIELD.TYPE_DOUBLE,
    "string": _FIELD.TYPE_STRING,
    "uuid": _FIELD.TYPE_STRING,
    "instant": _FIELD.TYPE_INT64,
    "bytes": _FIELD.TYPE_BYTES,
}
_PACKAGE = "wiremark.documents"


def document_class(model: Model) -> type[Any]:
    """Returns the message class of documents; a root that isn't a record is its field 1. Raises Unavailable without upb."""
    if api_implementation.Type() != "upb":
        raise Unavailable("protobuf was installed without upb")
    made = _File(model)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(made.file.SerializeToString())
    descriptor = pool.FindMessageTypeByName(f"{_PACKAGE}.{made.document}")
    class_: type[Any] = message_factory.GetMessageClass(descriptor)
    return class_


class _File:
    def __init__(self, model: Model) -> None:
        self.file = _FILE(name="wiremark/documents.proto", package=_PACKAGE, syntax="proto3")
        self.file.dependency.append(struct_pb2.DESCRIPTOR.name)
        self._records = {name: f"Record{index}" for index, name in enumerate(model.records)}
        self._enums = {name: f"Enum{index}" for index, name in enumerate(model.enums)}
        self._wrappers: dict[Type, str] = {}
        for name, fields in model.records.items():
            self._message(self._records[name], fields)
        for name, values in model.enums.items():
            enum = self.file.enum_type.add(name=self._enums[name])
            for number in range(len(values) + 1):
                enum.value.add(name=f"{self._enums[name]}_{number}", number=number)
        self.document = self._records.get(model.root.name, "Document")
        if model.root.kind != "record":
            self._message(self.document, [Field("required", model.root, "value")])

    def _message(self, name: str, fields: list[Field]) -> None:
        message = self.file.message_type.add(name=name)
        for number, field in enumerate(fields, 1):
            self._field(message, number, field)

    def _field(self, message: Any, number: int, field: Field) -> None:
        added = message.field.add(name=f"field_{number}", number=number, label=_FIELD.LABEL_OPTIONAL)
        is_wrapped = field.type.of is not None and field.presence != "required"
        if field.type.of is None or is_wrapped:
            self._set_type(added, field.type)
            if field.presence != "required" and added.type != _FIELD.TYPE_MESSAGE:
                added.proto3_optional = True
                added.oneof_index = len(message.oneof_decl)
                message.oneof_decl.add(name=f"_{added.name}")
            return
        added.label = _FIELD.LABEL_REPEATED
        if field.type.kind == "list":
            self._set_type(added, field.type.of)
        else:
            entry = message.nested_type.add(name=f"Field{number}Entry")
            entry.options.map_entry = True
            entry.field.add(name="key", number=1, label=_FIELD.LABEL_OPTIONAL, type=_FIELD.TYPE_STRING)
            value = entry.field.add(name="value", number=2, label=_FIELD.LABEL_OPTIONAL)
            self._set_type(value, field.type.of)
            added.type = _FIELD.TYPE_MESSAGE
            added.type_name = f".{_PACKAGE}.{message.name}.{entry.name}"

    def _set_type(self, added: Any, type_: Type) -> None:
        if type_.kind in _SCALARS:
            added.type = _SCALARS[type_.kind]
        elif type_.kind == "enum":
            added.type = _FIELD.TYPE_ENUM
            added.type_name = f".{_PACKAGE}.{self._enums[type_.name]}"
        else:
            added.type = _FIELD.TYPE_MESSAGE
            added.type_name = ".google.protobuf.Value" if type_.kind == "any" else self._message_name(type_)

    def _message_name(self, type_: Type) -> str:
        if type_.kind == "record":
            return f".{_PACKAGE}.{self._records[type_.name]}"
        if type_ not in self._wrappers:
            self._wrappers[type_] = f"Wrapper{len(self._wrappers)}"
            self._message(self._wrappers[type_], [Field("required", type_, "values")])
        return f".{_PACKAGE}.{self._wrappers[type_]}"

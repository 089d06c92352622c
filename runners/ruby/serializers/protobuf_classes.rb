# frozen_string_literal: true

require "google/protobuf"
require "google/protobuf/descriptor_pb"
require "google/protobuf/struct_pb"

# Creates a document's protobuf message class at run time, without protoc. It is compatible with the .proto file that
# wiremark writes.
#
# A field `field_N` has the number N. Names may differ from the .proto file, since messages contain only numbers.
class ProtobufClasses
  include Google::Protobuf

  SCALARS = { boolean: :TYPE_BOOL, int32: :TYPE_INT32, int64: :TYPE_INT64, double: :TYPE_DOUBLE, string: :TYPE_STRING,
              uuid: :TYPE_STRING, instant: :TYPE_INT64, bytes: :TYPE_BYTES }.freeze
  PACKAGE = "wiremark.documents"

  # Returns a document's message class. A root that isn't a record is field 1 of a message.
  def self.document(model) = new(model).document

  def initialize(model)
    @records = model.records.keys.each_with_index.to_h { |name, index| [name, "Record#{index}"] }
    @enums = model.enums.keys.each_with_index.to_h { |name, index| [name, "Enum#{index}"] }
    @wrappers = {}
    @file = FileDescriptorProto.new(name: "wiremark/documents.proto", package: PACKAGE, syntax: "proto3",
                                    dependency: ["google/protobuf/struct.proto"])
    model.records.each_value { |record| add_message(@records[record.name], record.fields) }
    model.enums.each { |name, values| add_enum(@enums[name], values) }
    @document = @records.fetch(model.root.name) { add_single("Document", model.root) }
  end

  def document
    pool = DescriptorPool.generated_pool
    pool.add_serialized_file(FileDescriptorProto.encode(@file))
    pool.lookup("#{PACKAGE}.#{@document}").msgclass
  end

  private

  def add_single(name, type) = add_message(name, [Wiremark::Field.new("values", type, :required)])

  def add_message(name, fields)
    message = DescriptorProto.new(name: name)
    fields.each.with_index(1) { |field, number| add_field(message, number, field) }
    @file.message_type << message
    name
  end

  def add_enum(name, values)
    constants = (0..values.size).map { |number| EnumValueDescriptorProto.new(name: "#{name}_#{number}", number: number) }
    @file.enum_type << EnumDescriptorProto.new(name: name, value: constants)
  end

  def add_field(message, number, field)
    type = field.type
    added = FieldDescriptorProto.new(name: "field_#{number}", number: number, label: :LABEL_OPTIONAL)
    if type.of && field.required?
      added.label = :LABEL_REPEATED
      type.kind == :list ? set_type(added, type.of) : add_entry(message, added, type.of)
    else
      set_type(added, type)
      mark_presence(message, added) unless field.required? || added.type == :TYPE_MESSAGE
    end
    message.field << added
  end

  # Puts a field into its own oneof, so that it can be absent instead of having the default value.
  def mark_presence(message, added)
    added.proto3_optional = true
    added.oneof_index = message.oneof_decl.size
    message.oneof_decl << OneofDescriptorProto.new(name: "_#{added.name}")
  end

  # Adds a map's entry message: protobuf encodes a map as a list of entries.
  def add_entry(message, added, type)
    entry = DescriptorProto.new(name: "Field#{added.number}Entry", options: MessageOptions.new(map_entry: true))
    entry.field << FieldDescriptorProto.new(name: "key", number: 1, label: :LABEL_OPTIONAL, type: :TYPE_STRING)
    value = FieldDescriptorProto.new(name: "value", number: 2, label: :LABEL_OPTIONAL)
    set_type(value, type)
    entry.field << value
    message.nested_type << entry
    added.type = :TYPE_MESSAGE
    added.type_name = ".#{PACKAGE}.#{message.name}.#{entry.name}"
  end

  def set_type(added, type)
    scalar = SCALARS[type.kind]
    return added.type = scalar if scalar

    added.type = type.kind == :enum ? :TYPE_ENUM : :TYPE_MESSAGE
    added.type_name = type.kind == :any ? ".google.protobuf.Value" : ".#{PACKAGE}.#{name_of(type)}"
  end

  def name_of(type)
    @records[type.name] || @enums[type.name] || @wrappers.fetch(type) do
      @wrappers[type] = name = "Wrapper#{@wrappers.size}"
      add_single(name, type)
    end
  end
end

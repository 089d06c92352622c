# frozen_string_literal: true

# jsonapi-serializer with resources as relationships and in `included`. The hash is written as its README shows:
# https://github.com/jsonapi-serializer/jsonapi-serializer#compound-document,
# https://github.com/jsonapi-serializer/jsonapi-serializer#serialized-json
require_relative "jsonapi_plain"

module Row
  GEM = "jsonapi-serializer"

  def self.create(schema)
    fields = JsonapiPlain.fields(schema)
    JsonapiPlain.define(fields)
    rows = Serializers.new(schema, fields)
    serializer = rows.define.fetch(fields.root)
    paths = rows.paths(fields.root)
    return Wiremark::Operations.new(serialize: ->(one) { serializer.new(one).serializable_hash.to_json }) if paths.empty?

    options = { include: paths }
    Wiremark::Operations.new(serialize: ->(one) { serializer.new(one, options).serializable_hash.to_json })
  end

  class Serializers
    def initialize(schema, fields)
      @model = schema.model
      @natural = schema.natural
      @fields = fields
    end

    def define
      classes = @fields.define("Serializer", -> { Class.new { include JSONAPI::Serializer } }) do |entry, record|
        related?(record, entry) ? relationship(entry.field, "#{entry.record}Serializer") : attribute(entry)
      end
      classes.each do |record, serializer|
        serializer.set_type(@model.records[record].resource || record)
        link_hidden(record, serializer)
      end
    end

    def paths(record, before = "")
      @fields.of(record).select { |entry| related?(record, entry) }.flat_map do |entry|
        path = "#{before}#{entry.key}"
        [path.to_sym, *paths(entry.record, "#{path}.")]
      end
    end

    private

    # Recursive links would make `include` endless, and a relationship can't be a null list. Both become attributes,
    # like other nested values.
    def related?(record, entry)
      @model.resource_of(entry.type) && !@fields.cyclic?(record, entry) && !(entry.form == :many && entry.field.nullable?)
    end

    def attribute(entry) = JsonapiPlain.line(@fields.unassociated(entry))

    def relationship(field, serializer)
      reader = @natural.attribute(field)
      options = ["serializer: #{serializer}", "id_method_name: :#{@natural.linkage(field)}"]
      options << "object_method_name: #{reader.inspect}" unless reader.name == field.name
      options << "if: ->(object) { !object.#{reader}.nil? }" if field.optional?
      "#{field.type.kind == :list ? "has_many" : "has_one"}(#{field.name.to_sym.inspect}, #{options.join(", ")})"
    end

    # A hidden field that links to resources gets a relationship, but the resources aren't included.
    def link_hidden(record, serializer)
      hidden = @model.records[record].properties.select { |field| field.hidden? && @model.resource_of(field.type) }
      hidden.each do |field|
        key = Class.new { include JSONAPI::Serializer }
        key.set_type(@model.resource_of(field.type).resource)
        serializer.const_set(:"Key#{@natural.attribute(field)}", key)
        serializer.class_eval(relationship(field, "self::Key#{@natural.attribute(field)}"), "<relationship>", 1)
      end
    end
  end
end

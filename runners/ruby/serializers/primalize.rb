# frozen_string_literal: true

# Primalize with a class for each record, whose types are checked during writing:
# https://github.com/jgaskins/primalize#usage
require "primalize/single"
require "primalize/many"
require_relative "json_fields"

module Row
  GEM = "primalize"
  # Methods that a serializer calls itself, so no attribute may have these names.
  OWN = %w[object class call public_send to_json initialize].freeze
  SCALARS = { boolean: "boolean", int32: "integer", int64: "integer", double: "float", any: "any" }.freeze

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).call" }
    types = Types.new(schema.model)
    classes = fields.define("Serializer", -> { Class.new(Primalize::Single) }) { |entry| line(entry, types) }
    serializer = classes.fetch(fields.root)
    return Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).to_json }) unless fields.list?

    # Primalize::Many writes lists as attributes of an object; this is its code for one attribute.
    list = Primalize::Many.enumerable(serializer)
    Wiremark::Operations.new(serialize: ->(documents) { list.new(documents).call.to_json })
  end

  # Returns an attribute's definition. Without a method for it, the serializer calls the object's method of that name.
  def self.line(entry, types)
    if OWN.include?(entry.key)
      raise Wiremark::Unsupported, "Primalize makes a method of each field's name, and #{entry.key} is one that it needs itself"
    end

    own = "; define_method(#{entry.symbol}) { #{types.call(entry)} }" unless entry.named? && entry.form != :value
    "attributes(#{entry.key.dump}: #{types.type(entry)})#{own}"
  end

  class Types
    def initialize(model)
      @model = model
    end

    def type(entry)
      type = source(entry.type)
      entry.null? && type != "any" ? "optional(#{type})" : type
    end

    def call(entry)
      case entry.form
      when :one then "(value = #{entry.source}) && #{entry.record}Serializer.new(value).call"
      when :many then "(value = #{entry.source}) && value.map { |one| #{entry.record}Serializer.new(one).call }"
      else entry.source
      end
    end

    private

    def source(type)
      case type.kind
      when :enum then "enum(#{@model.enums.fetch(type.name).map(&:dump).join(", ")})"
      when :record then "primalize(#{type.name}Serializer)"
      when :list then "array(#{source(type.of)})"
      when :map then "object"
      else SCALARS.fetch(type.kind, "string")
      end
    end
  end
end

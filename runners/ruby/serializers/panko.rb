# frozen_string_literal: true

# Panko with a serializer class for each record: https://panko.dev/getting-started. Its C extension reads attributes before
# ActiveRecord converts them to Ruby values. A field that has no column, or needs a conversion, is a method of the
# serializer: https://panko.dev/attributes
require "active_support"
require "panko_serializer"
require_relative "json_fields"

module Row
  GEM = "panko_serializer"

  def self.create(schema)
    fields = JsonFields.new(schema) do |record, value|
      hashes
      "#{record}Serializer.new.serialize(#{value})"
    end
    serializer = Definition.new(schema, fields).run.fetch(fields.root)
    one = ->(document) { serializer.new.serialize_to_json(document) }
    many = ->(documents) { Panko::ArraySerializer.new(documents, each_serializer: serializer).to_json }
    Wiremark::Operations.new(serialize: fields.list? ? many : one)
  end

  # Loads ActiveSupport's `as_json`. Panko calls it on each value when it turns a record into a hash (ObjectWriter), but
  # doesn't require it.
  def self.hashes = require("active_support/core_ext/object/json")

  class Definition
    def initialize(schema, fields)
      @schema = schema
      @fields = fields
    end

    def run
      @fields.define("Serializer", -> { Class.new(Panko::Serializer) }) { |entry, record| line(entry, record) }
    end

    private

    def line(entry, record)
      return recursion(entry) if @fields.cyclic?(record, entry)
      return association(entry) if entry.association?
      return method(entry, entry.source) if entry.form == :value || (entry.field.computed? && @schema.objects)

      entry.named? ? "attributes #{entry.symbol}" : "aliases #{entry.reader}: #{entry.key.dump}"
    end

    def association(entry)
      "has_#{entry.form} :#{entry.reader}, name: #{entry.key.dump}, serializer: #{entry.record}Serializer"
    end

    # An association copies its serializer when it is declared, which would never end for recursive records. They get a
    # method that calls the serializer.
    def recursion(entry)
      return method(entry, entry.source) unless entry.association?

      Row.hashes
      serializer = "#{entry.record}Serializer"
      one = "#{serializer}.new.serialize(value)"
      many = "Panko::ArraySerializer.new(value, each_serializer: #{serializer}).to_a"
      method(entry, "(value = #{entry.source}) && #{entry.form == :one ? one : many}")
    end

    # The suffix avoids names of Panko's own methods.
    def method(entry, source)
      name = "#{entry.reader}_in_json"
      "aliases #{name}: #{entry.key.dump}; def #{name} = #{source}"
    end
  end
end

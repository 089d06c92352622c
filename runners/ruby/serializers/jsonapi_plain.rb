# frozen_string_literal: true

# The library calls `present?`, `try` and others without requiring them.
require "active_support"
require "active_support/core_ext/object"
require "json"
require "jsonapi/serializer"
require_relative "json_fields"

# Serializers of jsonapi-serializer whose JSON is their attributes alone, as Alba's benchmark has them:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
class JsonapiPlain
  include JSONAPI::Serializer

  # Where ActiveSupport doesn't do it, json asks an object within a Hash for `to_json`.
  module WithoutActiveSupport
    def to_json(*options) = as_json.to_json(*options)
  end

  def as_json(*)
    data = serializable_hash[:data]
    data.is_a?(Array) ? data.map { |one| one[:attributes] || {} } : data[:attributes] || {}
  end

  class << self
    # A schema's fields; records within lists and maps are written by the classes that `define` makes.
    def fields(schema)
      JsonFields.new(schema) { |record, value| "JsonapiPlain::#{record}.new(#{value})" }
    end

    # The classes for all records. Each resource has an id, though nothing is written of it.
    def define(fields)
      include(WithoutActiveSupport) unless Object.method_defined?(:as_json)
      classes = fields.define("Plain", -> { Class.new(JsonapiPlain) }) { |entry| line(fields.unassociated(entry)) }
      classes.each do |record, serializer|
        const_set(record, serializer)
        serializer.set_type(record)
        serializer.set_id { nil } unless fields.of(record).any? { |entry| entry.reader == :id }
      end
    end

    # What stands in attributes.
    def line(entry)
      return "attribute #{entry.symbol}" if entry.plain? && entry.named?

      "attribute(#{entry.symbol}) { |object| #{entry.source} }"
    end
  end
end

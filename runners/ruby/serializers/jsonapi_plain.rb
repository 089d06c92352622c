# frozen_string_literal: true

# The library uses `present?`, `try` and others without requiring them.
require "active_support"
require "active_support/core_ext/object"
require "json"
require "jsonapi/serializer"
require_relative "json_fields"

# Serializers of jsonapi-serializer that write only the attributes, as in Alba's benchmark:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
class JsonapiPlain
  include JSONAPI::Serializer

  # Called by `to_json` of ActiveSupport (core_ext/object).
  def as_json(*)
    data = serializable_hash[:data]
    data.is_a?(Array) ? data.map { |one| one[:attributes] || {} } : data[:attributes] || {}
  end

  class << self
    def fields(schema)
      JsonFields.new(schema) { |record, value| "JsonapiPlain::#{record}.new(#{value})" }
    end

    # Creates a class for each record. Resources need an id, although it isn't written.
    def define(fields)
      classes = fields.define("Plain", -> { Class.new(JsonapiPlain) }) { |entry| line(fields.unassociated(entry)) }
      classes.each do |record, serializer|
        const_set(record, serializer)
        serializer.set_type(record)
        serializer.set_id { nil } unless fields.of(record).any? { |entry| entry.reader == :id }
      end
    end

    def line(entry)
      return "attribute #{entry.symbol}" if entry.plain? && entry.named?

      "attribute(#{entry.symbol}) { |object| #{entry.source} }"
    end
  end
end

# frozen_string_literal: true

# jsonapi-serializer with nested records as attributes, as in Alba's benchmark. The hash is written as its README shows:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb,
# https://github.com/jsonapi-serializer/jsonapi-serializer#serialized-json
require_relative "jsonapi_plain"

module Row
  GEM = "jsonapi-serializer"

  def self.create(schema)
    fields = JsonapiPlain.fields(schema)
    JsonapiPlain.define(fields)
    serializer = Class.new { include JSONAPI::Serializer }
    serializer.set_type(schema.model.records.fetch(fields.root).resource)
    lines = fields.of(fields.root).map { |entry| JsonapiPlain.line(fields.unassociated(entry)) }
    serializer.class_eval(lines.join("\n"), "<serializer>", 1)
    Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).serializable_hash.to_json })
  end
end

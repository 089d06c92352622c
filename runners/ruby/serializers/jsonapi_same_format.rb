# frozen_string_literal: true

# jsonapi-serializer with JSON:API's wrappers removed, to write the same JSON as other libraries:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require_relative "jsonapi_plain"

module Row
  GEM = "jsonapi-serializer"

  def self.create(schema)
    fields = JsonapiPlain.fields(schema)
    serializer = JsonapiPlain.define(fields).fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).to_json })
  end
end

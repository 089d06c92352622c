# frozen_string_literal: true

# jsonapi-serializer with what JSON:API puts around a resource taken off again, to write what other libraries do:
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

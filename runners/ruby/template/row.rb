# frozen_string_literal: true

# Ruby's own json, to begin with: put your library in its place, as its documentation recommends it for speed. All that these
# two lambdas do is timed, and verified on documents that are hard. Documents are objects of plain classes, made from the
# model; for a library that knows them, the conversions go. runners/ruby/serializers/ of wiremark has more to start from.
require "json"

module Row
  VERSION = JSON::VERSION
  # GEM = "my_library" # in place of VERSION: whose version is reported

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema, schema.json_scalars)
    from_plain = Wiremark::Conversion.from_plain(schema, schema.json_scalars_back)
    Wiremark::Operations.new(
      serialize: ->(document) { JSON.generate(to_plain.call(document)) },
      deserialize: ->(text) { from_plain.call(JSON.parse(text)) }
    )
  end
end

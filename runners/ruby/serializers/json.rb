# frozen_string_literal: true

# Ruby's own json: JSON.generate writes core objects without looking for `to_json` of theirs
# (https://docs.ruby-lang.org/en/3.1/JSON.html).
require "json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema, schema.json_scalars)
    from_plain = Wiremark::Conversion.from_plain(schema, schema.json_scalars_back)
    Wiremark::Operations.new(
      serialize: ->(document) { JSON.generate(to_plain.call(document)) },
      deserialize: ->(text) { from_plain.call(JSON.parse(text)) }
    )
  end
end

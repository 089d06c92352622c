# frozen_string_literal: true

# This row uses Ruby's json. Replace it with your library, configured as its documentation recommends for speed. wiremark
# times all that the two lambdas do, and verifies their results on hard documents. Documents are objects of plain classes
# generated from the data; if your library supports them, delete the conversions. For more examples see wiremark's
# runners/ruby/serializers/.
require "json"

module Row
  VERSION = JSON::VERSION
  # GEM = "my_library" # instead of VERSION: the gem whose version is reported

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema, schema.json_scalars)
    from_plain = Wiremark::Conversion.from_plain(schema, schema.json_scalars_back)
    Wiremark::Operations.new(
      serialize: ->(document) { JSON.generate(to_plain.call(document)) },
      deserialize: ->(text) { from_plain.call(JSON.parse(text)) }
    )
  end
end

# frozen_string_literal: true

# cbor with its extension in C, and hashes made and read by hand; its documentation has no options for speed. It writes a
# Time as tag 1 with whole seconds: given as a double, they keep their milliseconds. Tag 0 it leaves to the program to read.
# https://github.com/cabo/cbor-ruby
require "cbor"
require "time"

module Row
  GEM = "cbor"

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema, { instant: "CBOR::Tagged.new(1, %s.to_f)" })
    from_plain = Wiremark::Conversion.from_plain(schema, { instant: "Time.iso8601(%s.value)" })
    Wiremark::Operations.new(
      serialize: ->(document) { CBOR.encode(to_plain.call(document)) },
      deserialize: ->(data) { from_plain.call(CBOR.decode(data)) }
    )
  end
end

# frozen_string_literal: true

# cbor with its C extension; objects are converted to and from hashes. Its documentation has no options for speed.
# It would write Times as tag 1 in whole seconds, so the row writes tag 1 with a double, which keeps milliseconds. It
# doesn't convert tag 0, an instant as text, so the row does this when it reads. https://github.com/cabo/cbor-ruby
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

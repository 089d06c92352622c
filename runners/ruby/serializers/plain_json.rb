# frozen_string_literal: true

# Converts typed objects for libraries that support only hashes, arrays, text, numbers, booleans and nil. Ruby's page on
# json leaves this to the program. The conversion is timed.
module PlainJson
  # `write` turns hashes and arrays into a text; `read` does the reverse. `scalars` has more conversions for reading
  # (conversion.rb), which may refer to `constants`.
  def self.operations(schema, write:, read:, scalars: {}, constants: {})
    to_plain = Wiremark::Conversion.to_plain(schema, schema.json_scalars)
    from_plain = Wiremark::Conversion.from_plain(schema, schema.json_scalars_back.merge(scalars), constants: constants)
    Wiremark::Operations.new(
      serialize: ->(document) { write.call(to_plain.call(document)) },
      deserialize: ->(text) { from_plain.call(read.call(text)) }
    )
  end
end

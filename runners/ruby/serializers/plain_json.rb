# frozen_string_literal: true

# For libraries that know hashes, arrays, texts, numbers, booleans and nil: documents are made of these by hand before they
# are written and after they are read, as the page of Ruby's own json leaves it to the program. All of that is timed.
module PlainJson
  # `write` puts out what hashes and arrays hold, `read` makes them of a text. `scalars` are conversions of what was read,
  # besides those that JSON needs anyway; `constants` are what they refer to.
  def self.operations(schema, write:, read:, scalars: {}, constants: {})
    to_plain = Wiremark::Conversion.to_plain(schema, schema.json_scalars)
    from_plain = Wiremark::Conversion.from_plain(schema, schema.json_scalars_back.merge(scalars), constants: constants)
    Wiremark::Operations.new(
      serialize: ->(document) { write.call(to_plain.call(document)) },
      deserialize: ->(text) { from_plain.call(read.call(text)) }
    )
  end
end

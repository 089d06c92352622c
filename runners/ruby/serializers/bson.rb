# frozen_string_literal: true

# bson with its C extension; objects are converted to and from hashes. Its documentation has no options for speed.
# Times are BSON dates, read in UTC. BSON allows only a record as a document, so any other root is written as a record's
# field `value`. Reading returns objects of BSON::Document, a subclass of Hash, so maps are converted to plain hashes.
# https://www.mongodb.com/docs/ruby-driver/current/bson-tutorials/
require "bson"

module Row
  GEM = "bson"

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema, { bytes: "BSON::Binary.new(%s)" })
    from_plain = Wiremark::Conversion.from_plain(schema, { bytes: "%s.data", map: "%s.to_h", any: "ANY[%s]" },
                                                 constants: { ANY: ->(value) { any(value) } })
    return of_values(to_plain, from_plain) unless schema.model.root.kind == :record

    Wiremark::Operations.new(
      serialize: ->(document) { to_plain.call(document).to_bson.to_s },
      deserialize: ->(data) { from_plain.call(Hash.from_bson(BSON::ByteBuffer.new(data))) }
    )
  end

  def self.of_values(to_plain, from_plain)
    Wiremark::Operations.new(
      serialize: ->(document) { { "value" => to_plain.call(document) }.to_bson.to_s },
      deserialize: ->(data) { from_plain.call(Hash.from_bson(BSON::ByteBuffer.new(data))["value"]) }
    )
  end

  def self.any(value)
    case value
    when Hash then value.to_h { |key, one| [key, any(one)] }
    when Array then value.map { |one| any(one) }
    else value
    end
  end
end

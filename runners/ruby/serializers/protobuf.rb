# frozen_string_literal: true

# google-protobuf with upb, its implementation in C. Documents are converted to and from messages, which is timed: a
# message holds its fields in upb's memory and creates Ruby objects when they are read.
# https://protobuf.dev/reference/ruby/ruby-generated/
require_relative "protobuf_classes"
require_relative "protobuf_conversion"

module Row
  GEM = "google-protobuf"

  def self.create(schema)
    message = ProtobufClasses.document(schema.model)
    fill = ProtobufConversion.filling(schema)
    read = ProtobufConversion.reading(schema)
    Wiremark::Operations.new(
      serialize: ->(document) { message.encode(message.new(fill.call(document))) },
      deserialize: ->(data) { read.call(message.decode(data).to_h) }
    )
  end
end

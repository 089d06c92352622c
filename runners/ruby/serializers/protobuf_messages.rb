# frozen_string_literal: true

# google-protobuf with upb for programs that fill its messages directly, instead of converting other objects.
# https://protobuf.dev/reference/ruby/ruby-generated/
require_relative "protobuf_classes"
require_relative "protobuf_conversion"

module Row
  GEM = "google-protobuf"

  def self.create(schema)
    message = ProtobufClasses.document(schema.model)
    fill = ProtobufConversion.filling(schema)
    Wiremark::Operations.new(serialize: message.method(:encode), prepare: ->(document) { message.new(fill.call(document)) })
  end
end

# frozen_string_literal: true

# Does the work but for some documents, which it refuses.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    honest = PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
    refuse = lambda do |text|
      raise "no control characters, please" if text.include?('\u00')

      text
    end
    Wiremark::Operations.new(
      serialize: ->(document) { refuse.call(honest.serialize.call(document)) },
      deserialize: ->(text) { honest.deserialize.call(refuse.call(text)) }
    )
  end
end

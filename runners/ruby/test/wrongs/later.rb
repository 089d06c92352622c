# frozen_string_literal: true

# Another thread does the work, after the clock has stopped.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    honest = PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
    Wiremark::Operations.new(serialize: lambda do |document|
      text = +""
      Thread.new do
        sleep(0.005)
        text << honest.serialize.call(document)
      end
      text
    end)
  end
end

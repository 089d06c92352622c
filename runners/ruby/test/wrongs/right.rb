# frozen_string_literal: true

# Does the work.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
  end
end

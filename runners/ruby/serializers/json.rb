# frozen_string_literal: true

# The json that comes with Ruby; objects are converted to and from hashes. JSON.generate writes core objects without
# calling their `to_json`, and has no options for speed. https://docs.ruby-lang.org/en/3.1/JSON.html
require "json"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
  end
end

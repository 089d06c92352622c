# frozen_string_literal: true

# The newest json gem; objects are converted to and from hashes. The README recommends a reused JSON::Coder instead
# of process-wide methods. https://github.com/ruby/json#jsoncoder
require "json"
require_relative "plain_json"

module Row
  GEM = "json"

  def self.create(schema)
    coder = JSON::Coder.new
    PlainJson.operations(schema, write: coder.method(:dump), read: coder.method(:load))
  end
end

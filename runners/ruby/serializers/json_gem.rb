# frozen_string_literal: true

# The newest json as a gem, and hashes made and read by hand. A JSON::Coder that is kept is what its README recommends in
# place of methods of the whole process. Times could be left to its block, which is called for each object that JSON has no
# word for; converted beforehand they take no longer.
# https://github.com/ruby/json#jsoncoder
require "json"
require_relative "plain_json"

module Row
  GEM = "json"

  def self.create(schema)
    coder = JSON::Coder.new
    PlainJson.operations(schema, write: coder.method(:dump), read: coder.method(:load))
  end
end

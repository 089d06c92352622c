# frozen_string_literal: true

# yajl-ruby with its defaults, and hashes made and read by hand. An encoder can be used again; a parser can't, since it takes
# what comes next for a second document of the same stream.
# https://github.com/brianmario/yajl-ruby#encoding
require "yajl"
require_relative "plain_json"

module Row
  GEM = "yajl-ruby"

  def self.create(schema)
    PlainJson.operations(schema, write: Yajl::Encoder.new.method(:encode), read: Yajl::Parser.method(:parse))
  end
end

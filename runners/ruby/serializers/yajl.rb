# frozen_string_literal: true

# yajl-ruby with its defaults; objects are converted to and from hashes. An encoder can be reused; a parser can't,
# since it treats the next text as a second document of the same stream.
# https://github.com/brianmario/yajl-ruby#encoding
require "yajl"
require_relative "plain_json"

module Row
  GEM = "yajl-ruby"

  def self.create(schema)
    PlainJson.operations(schema, write: Yajl::Encoder.new.method(:encode), read: Yajl::Parser.method(:parse))
  end
end

# frozen_string_literal: true

# Oj in compat mode, which behaves like json: the mode of a program that puts Oj in json's place with Oj.mimic_JSON.
# Documents are converted to and from hashes. https://github.com/ohler55/oj/blob/develop/pages/JsonGem.md
require "oj"
require_relative "plain_json"

module Row
  GEM = "oj"

  def self.create(schema)
    Oj.default_options = { mode: :compat }
    PlainJson.operations(schema, write: Oj.method(:dump), read: Oj.method(:load))
  end
end

# frozen_string_literal: true

# Oj in its strict mode, which translates hashes and arrays and runs no code outside of Oj, and with Oj::Parser, which its
# README calls much faster than Oj.load. Hashes are made and read by hand. Options that are set once are a little faster than
# those that come with each call. Without `float_precision` of 0, which leaves doubles to Ruby, they lose digits.
# https://github.com/ohler55/oj/blob/develop/pages/Modes.md
# https://github.com/ohler55/oj/blob/develop/pages/Options.md
# https://github.com/ohler55/oj/blob/develop/pages/Parser.md
require "oj"
require_relative "plain_json"

module Row
  GEM = "oj"

  def self.create(schema)
    Oj.default_options = { mode: :strict, float_precision: 0 }
    parser = Oj::Parser.new(:usual)
    decimals = schema.model.any?(:int64) ? :auto : :ruby
    parser.decimal = decimals
    PlainJson.operations(schema, write: Oj.method(:dump), read: parser.method(:parse), **CONVERSIONS.fetch(decimals))
  end

  # What Oj::Parser makes of numbers beyond 17 digits, and of integers from 922337203685477580 on: with :auto a BigDecimal, with
  # :ruby a Float, which takes half of the time and loses an integer's digits. So it is :auto where there is an int64.
  CONVERSIONS = {
    ruby: {},
    auto: {
      scalars: { int64: "%s.to_i", double: "%s.to_f", any: "ANY[%s]" },
      constants: { ANY: ->(value) { Row.any(value) } }
    }
  }.freeze

  def self.any(value)
    case value
    when Hash then value.transform_values { |one| any(one) }
    when Array then value.map { |one| any(one) }
    when Numeric then value.to_f
    else value
    end
  end
end

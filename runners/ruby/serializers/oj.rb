# frozen_string_literal: true

# Oj in strict mode, which writes hashes and arrays without calling their methods, and Oj::Parser, which Oj's README calls
# much faster than Oj.load. Documents are converted to and from hashes. Options set once are slightly faster than
# options in each call. With `float_precision` 0, Ruby formats doubles; otherwise they lose digits.
# https://github.com/ohler55/oj/blob/develop/pages/Modes.md,
# https://github.com/ohler55/oj/blob/develop/pages/Options.md,
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

  # Conversions by the parser's option `decimal`. For numbers of more than 17 digits, and for integers from
  # 922337203685477580 on, Oj::Parser creates a BigDecimal with :auto and a Float with :ruby. A Float takes half the time
  # but loses digits of an int64.
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

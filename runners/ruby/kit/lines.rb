# frozen_string_literal: true

module Wiremark
  # Lines of the protocol (docs/PROTOCOL.md): a key, a space, and a value up to the end of the line.
  module Lines
    ESCAPES = { "\\" => "\\\\", "\n" => "\\n", "\r" => "\\r" }.freeze
    UNESCAPES = ESCAPES.invert.freeze
    # Bound here, before ActiveSupport replaces Integer#to_s.
    TO_S = Integer.instance_method(:to_s)

    module_function

    def parse(line)
      key, _, value = line.partition(" ")
      [key, value.gsub(/\\[\\nr]/, UNESCAPES)]
    end

    def write(key, values)
      value = values.map { |one| one.instance_of?(Integer) ? TO_S.bind_call(one) : one }.join(" ").scrub("?")
      value.empty? ? "#{key}\n" : "#{key} #{value.gsub(/[\\\n\r]/, ESCAPES)}\n"
    end
  end
end

# frozen_string_literal: true

module Wiremark
  # The protocol's lines: a key, one space, a value that reaches to the end of the line.
  module Lines
    ESCAPES = { "\\" => "\\\\", "\n" => "\\n", "\r" => "\\r" }.freeze
    UNESCAPES = ESCAPES.invert.freeze
    # ActiveSupport has another.
    TO_S = Integer.instance_method(:to_s)

    module_function

    # Key and unescaped value of a line without its end.
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

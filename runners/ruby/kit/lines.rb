# frozen_string_literal: true

module Wiremark
  # The protocol's lines: a key, one space, a value that reaches to the end of the line.
  module Lines
    ESCAPES = { "\\" => "\\\\", "\n" => "\\n", "\r" => "\\r" }.freeze
    UNESCAPES = ESCAPES.invert.freeze

    module_function

    # Key and unescaped value of a line without its end.
    def parse(line)
      key, _, value = line.partition(" ")
      [key, value.gsub(/\\[\\nr]/, UNESCAPES)]
    end

    def write(key, value)
      value = value.to_s.scrub("?")
      value.empty? ? "#{key}\n" : "#{key} #{value.gsub(/[\\\n\r]/, ESCAPES)}\n"
    end
  end
end

# frozen_string_literal: true

require_relative "helper"

class LimitsTest < Minitest::Test
  def test_write_and_copy_return_new_strings
    ["", "plain \"\\\u0000\u001f#{"x" * 100}", "é\"\\\u0001漢😀#{"é" * 100}"].each do |text|
      [Wiremark::Limits::WRITE.call(text), Wiremark::Limits::COPY.call(text.b)].each do |bytes|
        assert_equal text.b, bytes
        assert_equal Encoding::BINARY, bytes.encoding
        next if text.empty?

        bytes.setbyte(0, 1)
        refute_equal 1, text.getbyte(0)
      end
    end
  end
end

# frozen_string_literal: true

require_relative "helper"

class PlaceTest < Minitest::Test
  def place(*frames, error: RuntimeError.new("no"))
    error.set_backtrace(frames)
    Wiremark::Place.of(error, "my-json")
  end

  def test_the_place_is_the_innermost_frame_outside_of_ruby_and_the_kit
    row = "/b/serializers/my_json.rb:16:in `block in create'"
    assert_equal "line 16 of its file", place("/usr/lib/ruby/3.1.0/json/common.rb:3:in `parse'", row, "/b/kit/loop.rb:9")
    assert_equal "fields.rb:3", place("/b/serializers/fields.rb:3:in `of'", row)
    gem = "/c/shared/oj-3.16.0-ab/gems/oj-3.16.0/lib/oj/mimic.rb:5:in `dump'"
    assert_equal "oj-3.16.0/lib/oj/mimic.rb:5", place(gem, row)
    assert_nil place("(eval):1:in `x'", "/b/kit/trial.rb:4")
  end

  def test_the_place_of_a_syntax_error_is_in_its_message
    broken = SyntaxError.new("/b/serializers/my_json.rb:19: syntax error, unexpected end-of-input")
    assert_equal "line 19 of its file", place("/b/kit/trial.rb:37:in `require'", error: broken)
  end

  def test_an_error_that_was_never_raised_has_no_place = assert_nil(Wiremark::Place.of(RuntimeError.new("no"), "x"))
end

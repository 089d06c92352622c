# frozen_string_literal: true

require_relative "helper"

class WalkTest < Minitest::Test
  MODEL = <<~MODEL
    root list record A
    record A
    field required string text
    field optional int32 size
    hidden required instant at
    computed required string copy
    piece field text
    field required map list list double grid
    field required any extra
    field nullable record A next
  MODEL

  def test_each_leaf_that_objects_hold_counts
    natural = natural(MODEL)
    a = natural.classes["A"]
    walk = Wiremark::WalkSource.compile(natural)
    inner = a.new("", nil, Time.at(0), {}, { "x" => [nil, 1, ["y"]], "z" => false }, nil)
    assert_equal 0, walk.call([])
    assert_equal 5, walk.call([inner])
    assert_equal 10, walk.call([a.new("", 5, Time.at(0), { "a" => [[0.5], []], "b" => [] }, "s", inner)])
    assert_equal 15, walk.call([inner, inner, inner])
  end
end

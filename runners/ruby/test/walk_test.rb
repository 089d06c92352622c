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

  def test_every_leaf_of_objects_is_counted
    natural = natural(MODEL)
    a = natural.classes["A"]
    walk, leaves = Wiremark::WalkSource.compile(natural)
    inner = a.new("", nil, Time.at(0), {}, { "x" => [nil, 1, ["y"]], "z" => false }, nil)
    [[[], 0], [[inner], 5], [[a.new("", 5, Time.at(0), { "a" => [[0.5], []], "b" => [] }, "s", inner)], 10],
     [[inner, inner, inner], 15]].each do |document, count|
      before = leaves.call
      walk.call(document)
      assert_equal count, leaves.call - before
    end
  end
end

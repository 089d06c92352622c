# frozen_string_literal: true

require_relative "helper"

class SampleTest < Minitest::Test
  # Numerical Recipes' generator, from 0.
  def test_states
    states = [0]
    4.times { states << Wiremark::Sample.next_state(states.last) }
    assert_equal [0, 1_013_904_223, 1_196_435_762, 3_519_870_697, 2_868_466_484], states
    assert_equal [0, 9, 5], [Wiremark::Sample.place(0, 10), Wiremark::Sample.place(0xFFFF_FFFF, 10),
                             Wiremark::Sample.place(2**31, 10)]
  end

  # The first state is 0.236 of 2^32, the third 0.820.
  def test_outputs_add_their_length_and_a_byte
    loop = Wiremark::TimedLoop.new(Wiremark::Sample::Outputs.new, ->(one) { one }, ["a\xffcd", ""])
    times, checksum = loop.slice(1, 0)
    assert_equal 4 + "a".ord, checksum
    assert_operator times.ns, :>, 0
    assert_equal 0, loop.slice(1, 0).last
    # The first document comes first again, and last.
    assert_equal 4 + "a".ord + 4 + "d".ord, loop.slice(3, 0).last
    assert_equal 0, loop.slice(0, 0).last
  end

  LEAVES = {
    "boolean" => [[false, 2], [true, 3]],
    "int64" => [[-1, 65_535], [65_536 + 5, 5], [2**62, 0], [5.0, 5]],
    "double" => [[1.0, 0], [1, 0], [0.1, 0x9999 ^ 0x999A],
                 [-2.5e-300, [-2.5e-300].pack("G").unpack("n4").values_at(1, 3).reduce(:^)]],
    "string" => [["", 0], ["b", 1 + 98], ["é", 2 + 0xC3], [7, 0], [nil, 1]],
    "uuid" => [["00112233-4455-6677-8899-aabbccddeeff", 15], ["00112233-4455-6677-8899-AABBCCDDEEF0", 0],
               ["00112233-4455-6677-8899-aabbccddeefC", 12], ["\x02".b * 16, 18]],
    "instant" => [[Time.at(-1, 999, :millisecond, in: "UTC"), 65_535], [Time.at(70, 1, :millisecond), 70_001 & 0xFFFF],
                  [65_537, 1]],
    "bytes" => [["", 0], ["\xff".b, 256]],
    "enum State" => [["new", 3], ["é", 2], [1, 0]],
    "list int32" => [[[], 5], [[7], 1 + 7], [[7, 7], 2 + 7]],
    "map any" => [[{}, 6], [{ "a" => 1 }, 7]],
    "record None" => [[:none, 4]],
    "any" => [[nil, 1], [true, 3], [1, 0], [{}, 6], [[], 5], [["b"], 1 + 1 + 98], [[[nil]], 3], ["b", 99]]
  }.freeze

  LEAVES.each do |type, samples|
    define_method("test_what_a_#{type}_adds") do
      natural = natural("root #{type}\nenum State\nvalue new\nrecord None\n")
      samples.each do |value, expected|
        value = natural.classes["None"].new if value == :none
        assert_equal expected, sum(natural, value), "of #{value.inspect}"
        assert_equal expected, Wiremark::Sample::Walk.new(natural).document(value, 0, 0), "of #{value.inspect}, step by step"
      end
    end
  end

  TREE = <<~MODEL
    root record Tree
    record Tree
    field required string name
    field nullable int32 size
    hidden required string secret
    field optional list record Tree parts
    computed required string label
    piece field name
  MODEL

  # Whatever way is taken, going straight to the leaf and step by step lead to the same.
  def test_ways_through_records
    natural = natural(TREE)
    tree = natural.classes["Tree"]
    root = tree.new("root", 5, "?", [tree.new("a", nil, "?", []), tree.new("bb", 70_000, "?", nil)])
    ways = Wiremark::Sample::Ways.new(natural)
    walk = Wiremark::Sample::Walk.new(natural)
    sums = Array.new(300) do |seed|
      state = Wiremark::Sample.next_state(seed * 40_503)
      sample, way = ways.look(state)
      assert_equal walk.document(root, 12_345, state), sample.call(root, 12_345, way)
      sample.call(root, 12_345, way)
    end
    # Name and label of the root, its size, its parts, no size, a size of 70,000, no parts, none of them.
    assert_empty [4 + "r".ord, 5, 2 + 1, 2 + (70_000 & 0xFFFF), 2 + 5, 2 + 1 + "a".ord, 2 + 2 + "b".ord] - sums
  end

  def test_64_operations_take_the_same_way
    natural = natural(TREE)
    tree = natural.classes["Tree"]
    loop = Wiremark::TimedLoop.new(Wiremark::Sample::Objects.new(natural), ->(one) { one }, [tree.new("a", 500, "", [])])
    sums = Array.new(40) { |seed| [loop.slice(64, seed << 26).last, loop.slice(1, seed << 26).last] }
    assert_equal [5, 98, 500], sums.map(&:last).uniq.sort
    sums.each { |sum, one| assert_equal one * 64, sum }
    assert_operator Array.new(40) { |seed| loop.slice(65, seed << 26).last % 64 }.uniq.length, :>, 2
  end

  def test_records_within_themselves_have_an_end
    natural = natural("root record A\nrecord A\nfield optional record A a\n")
    loop = Wiremark::TimedLoop.new(Wiremark::Sample::Objects.new(natural), ->(one) { one },
                                   [natural.classes["A"].new(natural.classes["A"].new)])
    assert_equal 3, loop.slice(3, 1).last
  end

  private

  def sum(natural, value)
    Wiremark::TimedLoop.new(Wiremark::Sample::Objects.new(natural), ->(one) { one }, [value]).slice(1, 0).last
  end
end

# frozen_string_literal: true

require_relative "helper"

class ResultsTest < Minitest::Test
  TEXT = Wiremark::Results.outputs("text")
  BYTES = Wiremark::Results.outputs("bytes")

  def refused(outputs, *results) = assert_raises(Wiremark::Mismatch) { outputs.frames(results) }.message

  def test_frames_are_copies
    output = +"né"
    frame, = TEXT.frames([output])
    output.setbyte(0, 1)
    assert_equal "\0\0\0\3né".b, frame
    assert_equal ["\0\0\0\1\xff".b, "\0\0\0\0".b], BYTES.frames(["\xff", "".b])
    assert_equal ["\0\0\0\1a".b], TEXT.frames(["a".encode("US-ASCII")])
  end

  def test_text_must_be_exactly_a_string_of_valid_utf8
    [[nil, "nil"], [:x, "Symbol"], [Class.new(String).new("x"), "#<Class"], ["\xff", "a String of UTF-8 that"],
     ["é".b, "a String of ASCII-8BIT that"],
     [BasicObject.new, "BasicObject"], [Class.new { def self.equal?(_) = true }.new, "#<Class"]].each do |output, found|
      message = refused(TEXT, output)
      assert_match(/\Aserialize returned .* instead of text\z/, message)
      assert_includes message, found
    end
  end

  def test_a_string_that_can_change_must_not_be_returned_twice
    buffer = +"x"
    assert_equal "serialize returned the same String twice", refused(BYTES, buffer, buffer)
    frozen = "x"
    assert_equal ["\0\0\0\1x".b] * 2, BYTES.frames([frozen, frozen])
  end

  def test_trees_are_written_by_the_librarys_writer
    trees = Wiremark::Results.trees("to_tree", ->(tree) { tree.join }, "bytes")
    assert_equal ["\0\0\0\2ab".b, "\0\0\0\0".b], trees.frames([%w[a b], []])
    tree = ["a"]
    assert_equal "to_tree returned the same Array twice", refused(trees, tree, tree)
  end

  def test_objects_become_fixtures_of_one_document
    natural = natural("root record A\nrecord A\nfield required int32 a\n")
    objects = Wiremark::Results.objects(natural)
    one = natural.classes["A"].new(3)
    bytes = fixture(record("a" => int64(3)))
    assert_equal [[bytes.bytesize].pack("N") + bytes] * 2, objects.frames([one, one.dup])
    assert_equal "deserialize returned the same #{one.class} twice", refused(objects, one, one)
    assert_match(/isn't plain data/, refused(objects, BasicObject.new))
  end
end

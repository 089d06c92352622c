# frozen_string_literal: true

require_relative "helper"

class ConversionTest < Minitest::Test
  MODEL = <<~MODEL
    root map record A
    record A
    field required string class
    field nullable instant at
    field optional list list bytes parts
    field optional record A more
    hidden required string secret
    computed required string label
    piece field class
    piece text !
    field required list int32 plain
  MODEL

  def setup
    @natural = natural(MODEL)
    @schema = schema(@natural)
    @a = @natural.classes["A"]
  end

  def test_objects_become_hashes
    convert = Wiremark::Conversion.to_plain(@schema, @schema.json_scalars)
    time = Time.at(5, 7, :millisecond, in: "UTC")
    one = @a.new("é\"\#{x}", time, [["\xff".b], []], @a.new("", nil, nil, nil, "?", [1]), "?", plain = [2])
    hash = convert.call({ "k" => one })
    expected = { "class" => "é\"\#{x}", "at" => "1970-01-01T00:00:05.007Z", "parts" => [["/w=="], []],
                 "more" => { "class" => "", "at" => nil, "label" => "!", "plain" => [1] }, "label" => "é\"\#{x}!",
                 "plain" => [2] }
    assert_equal({ "k" => expected }, hash)
    assert_same plain, hash["k"]["plain"]
  end

  def test_absent_fields_can_become_nil_and_keys_can_differ
    convert = Wiremark::Conversion.to_plain(@schema, absent: true, key: ->(field) { ":#{field.name}" })
    assert_equal({ "k" => { class: "x", at: nil, parts: nil, more: nil, label: "x!", plain: [] } },
                 convert.call({ "k" => @a.new("x", nil, nil, nil, "?", []) }))
  end

  def test_hashes_become_objects
    convert = Wiremark::Conversion.from_plain(@schema, @schema.json_scalars_back)
    made = convert.call({ "k" => { "class" => "x", "at" => "1970-01-01T00:00:05.007Z", "parts" => [["/w=="]],
                                   "more" => { "at" => nil }, "plain" => [1] } })["k"]
    assert_instance_of @a, made
    assert_equal ["x", Time.at(5, 7, :millisecond), [["\xff".b]], [1]], [made.field_0, made.at, made.parts, made.plain]
    assert_instance_of @a, made.more
    assert_nil made.more.at
  end
end

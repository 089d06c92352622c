# frozen_string_literal: true

require_relative "helper"

class FixtureTest < Minitest::Test
  KINDS = <<~MODEL
    root record A
    record A
    field required boolean yes
    field required int64 count
    field required double part
    field required string class
    field required uuid id
    field required instant at
    field required bytes raw
    field required enum State state
    field nullable record A within
    field optional list string words
    field required map any extra
    enum State
    value new
  MODEL
  UUID = "00112233-4455-6677-8899-aabbccddeeff"

  def setup
    @natural = natural(KINDS)
    @a = @natural.classes["A"]
  end

  def value(**changes)
    values = { yes: true, count: 1, part: 0.5, text: "x", id: UUID, at: Time.at(0), raw: "", state: "new", within: nil,
               words: nil, extra: {} }.merge(changes)
    @a.new(*values.values)
  end

  def test_texts_are_read_as_utf8_bytes_as_binary_and_instants_in_utc
    document, = read(@natural, write(@natural, value))
    assert_instance_of @a, document
    assert_equal [Encoding::UTF_8, Encoding::BINARY], [document.field_0, document.raw].map(&:encoding)
    assert_predicate document.at, :utc?
  end

  def test_an_integer_in_a_double_field_is_written_as_a_double
    assert_equal write(@natural, value(part: 2.0)), write(@natural, value(part: 2))
  end

  def test_fields_that_were_not_set_are_null_or_absent
    bytes = write(@natural, @a.allocate)
    assert_includes bytes, "#{sized("", "within")}N"
    refute_includes bytes, sized("", "words")
  end

  REFUSED = {
    "a subclass" => -> { { words: Class.new(Array).new } },
    "a hash with a default" => -> { { extra: Hash.new { |hash, key| hash[key] = 1 } } },
    "a hash with a key that is no text" => -> { { extra: { a: 1 } } },
    "a symbol" => -> { { state: :new } },
    "another object" => -> { { within: Object.new } },
    "a basic object" => -> { { within: BasicObject.new } },
    "a hash for a record" => -> { { within: {} } },
    "a lazy list" => -> { { words: [1].lazy } },
    "bytes for a text" => -> { { text: "\xff".b } },
    "a broken text" => -> { { text: "\xff" } },
    "less than a millisecond" => -> { { at: Time.at(0, 1, :microsecond) } },
    "more than an int64" => -> { { count: 2**63 } }
  }.freeze

  REFUSED.each do |name, changes|
    define_method("test_#{name}_is_refused") do
      assert_raises(Wiremark::Mismatch) { write(@natural, value(**changes.call)) }
    end
  end
end

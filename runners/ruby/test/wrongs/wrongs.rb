# frozen_string_literal: true

# Serializers with the mistakes that test/contract/runtime/wrongs.ts lists. Each row is a copy of this file, whose
# name selects the method.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION
  HONEST_CALLS = 100

  class LateList < Array
    def initialize(text)
      super()
      @text = text
    end

    def length = (empty? ? concat(JSON.parse(@text)["tags"]) : self).size
  end

  def self.create(schema)
    honest = PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
    name = File.basename(__FILE__, ".rb")
    return works(name.delete_prefix("work_").to_i) if name.start_with?("work_")

    send(name, honest, schema.natural.classes.fetch(schema.model.root.name))
  end

  def self.works(count)
    Wiremark::Operations.new(serialize: lambda do |_|
      x = 1.0
      i = 0
      while i < count
        x = (x * 0.9999999) + 0.5
        i += 1
      end
      x.positive? ? "positive" : "negative"
    end)
  end

  def self.right(honest, _) = honest

  def self.fails(honest, _)
    refuse = lambda do |text|
      raise "no control characters, please" if text.include?('\u00')

      text
    end
    Wiremark::Operations.new(
      serialize: ->(document) { refuse.call(honest.serialize.call(document)) },
      deserialize: ->(text) { honest.deserialize.call(refuse.call(text)) }
    )
  end

  def self.grows(honest, _)
    written = +""
    Wiremark::Operations.new(serialize: ->(document) { (written << honest.serialize.call(document)).dup })
  end

  def self.lazy_list(honest, _)
    Wiremark::Operations.new(deserialize: lambda do |text|
      honest.deserialize.call(text).tap { |person| person.tags = LateList.new(text) }
    end)
  end

  def self.lazy_object(honest, person)
    late = Class.new(person) do
      %i[id name score tags born].each do |name|
        define_method(name) { honest.deserialize.call(@text).public_send(name) }
      end
    end
    Wiremark::Operations.new(deserialize: ->(text) { late.allocate.tap { |one| one.instance_variable_set(:@text, text) } })
  end

  def self.one_buffer(honest, _)
    buffer = +""
    Wiremark::Operations.new(serialize: ->(document) { buffer.replace(honest.serialize.call(document)) })
  end

  def self.remembers(honest, _)
    written = {}.compare_by_identity
    read = {}
    Wiremark::Operations.new(
      serialize: ->(document) { (written[document] ||= honest.serialize.call(document)).dup },
      deserialize: ->(text) { read[text] ||= honest.deserialize.call(text) }
    )
  end

  def self.stale(honest, _)
    Wiremark::Operations.new(serialize: staling(honest.serialize), deserialize: staling(honest.deserialize))
  end

  def self.staling(operation)
    calls = 0
    made = nil
    lambda do |input|
      calls += 1
      made = operation.call(input) if calls < HONEST_CALLS || calls.even?
      made
    end
  end
end

# frozen_string_literal: true

# Jserializer with a class for each record, as in Alba's benchmark, since the gem has no page of its own:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require "jserializer"
require_relative "json_fields"

module Row
  GEM = "jserializer"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).serializable_hash" }
    classes = fields.define("Serializer", -> { Class.new(Jserializer::Base) }) { |entry| line(entry) }
    serializer = classes.fetch(fields.root)
    one = ->(document) { serializer.new(document).to_json }
    many = ->(documents) { serializer.new(documents, is_collection: true).to_json }
    Wiremark::Operations.new(serialize: fields.list? ? many : one)
  end

  # An attribute becomes a method of the class, so it must not have the name of a method of Jserializer.
  def self.line(entry)
    own = entry.form == :value || Jserializer::Base.method_defined?(entry.reader)
    name = own ? "#{entry.reader}_in_json" : entry.reader
    key = "key: #{entry.symbol}" if own || !entry.named?
    serializer = "serializer: #{entry.record}Serializer" if entry.association?
    word = entry.association? ? "has_#{entry.form}" : "attribute"
    definition = "; def #{name} = #{entry.source}" if own
    "#{word} #{[":#{name}", key, serializer].compact.join(", ")}#{definition}"
  end
end

# frozen_string_literal: true

# Jserializer with a class for each record. The gem has no page of its own; this is how Alba's benchmark and its source have it:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require "jserializer"
require_relative "json_fields"

module Row
  GEM = "jserializer"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).serializable_hash" }
    classes = fields.define("Serializer", -> { Class.new(Jserializer::Base) }) { |entry| line(entry) }
    serializer = classes.fetch(fields.root)
    return Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).to_json }) unless fields.list?

    Wiremark::Operations.new(serialize: ->(documents) { serializer.new(documents, is_collection: true).to_json })
  end

  # A field becomes a method of its class, which may be none of Jserializer's own; one that is there already is kept.
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

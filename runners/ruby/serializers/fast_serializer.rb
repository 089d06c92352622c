# frozen_string_literal: true

# fast_serializer_ruby with a class for each record: https://github.com/estepnv/fast_serializer#usage
require "fast_serializer"
require_relative "json_fields"

module Row
  GEM = "fast_serializer_ruby"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).serializable_hash" }
    make = -> { Class.new { include FastSerializer::Schema::Mixin } }
    classes = fields.define("Serializer", make) { |entry| line(entry) }
    serializer = classes.fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).to_json })
  end

  def self.line(entry)
    if entry.association?
      "has_#{entry.form} #{entry.symbol}, method: :#{entry.reader}, serializer: #{entry.record}Serializer"
    elsif entry.plain?
      entry.named? ? "attributes #{entry.symbol}" : "attribute #{entry.symbol}, :#{entry.reader}"
    else
      "attribute(#{entry.symbol}) { #{entry.source} }"
    end
  end
end

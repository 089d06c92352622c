# frozen_string_literal: true

# Transmutation, which finds serializers by name next to the objects' classes:
# https://github.com/spellbook-technology/transmutation#the-serialize-method
#
# ActiveSupport is loaded because the published benchmark uses Oj.optimize_rails; it doesn't change this library.
require "active_support"
require "json"
require "transmutation"
require_relative "json_fields"

module Row
  GEM = "transmutation"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}, max_depth: @max_depth).as_json" }
    classes = fields.define("Serializer", -> { Class.new(Transmutation::Serializer) }) do |entry|
      line(found?(schema, entry) ? entry : fields.unassociated(entry))
    end
    place(schema, classes)
    Wiremark::Operations.new(serialize: operation(fields, classes.fetch(fields.root)))
  end

  # By default, Transmutation omits associations of associations (Serializer#initialize).
  def self.operation(fields, serializer)
    unless fields.deep?
      return ->(documents) { documents.map { |one| serializer.new(one) }.to_json } if fields.list?

      return ->(document) { serializer.new(document).to_json }
    end
    depth = Float::INFINITY
    return ->(documents) { documents.map { |one| serializer.new(one, max_depth: depth) }.to_json } if fields.list?

    ->(document) { serializer.new(document, max_depth: depth).to_json }
  end

  # Returns whether the library can write an association. Its name in documents must be its method's name, it must not
  # be nullable, and its objects must have no method `map`, by which the library recognizes lists (Serialization#serialize).
  def self.found?(schema, entry)
    return true unless entry.association?

    entry.named? && !entry.null? && !schema.natural.classes.fetch(entry.record).method_defined?(:map)
  end

  def self.place(schema, classes)
    classes.each do |record, serializer|
      space, _, name = schema.natural.classes.fetch(record).name.rpartition("::")
      Object.const_get(space).const_set("#{name}Serializer", serializer)
    end
  end

  def self.line(entry)
    return "has_#{entry.form} #{entry.symbol}" if entry.association?
    return "attribute #{entry.symbol}" if entry.plain? && entry.named?

    "attribute(#{entry.symbol}) { #{entry.source} }"
  end
end

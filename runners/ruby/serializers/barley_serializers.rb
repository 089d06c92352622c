# frozen_string_literal: true

require "rails"
require "barley"
require_relative "json_fields"

module BarleySerializers
  # Keys can't have these names: Barley turns keys into methods, and a serializer needs its own methods with these
  # names.
  OWN = (Barley::Serializer.instance_methods(false) + Barley::Serializer.private_instance_methods(false) +
         %i[class initialize instance_eval instance_exec send]).freeze

  # Returns the serializer class for documents or their elements, and whether documents are lists.
  def self.make(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).serializable_hash" }
    refuse(fields)
    # An association that may be nil must be an attribute: for nil, `one` writes {} and `many` calls `empty?`.
    classes = fields.define("Serializer", -> { Class.new(Barley::Serializer) }) { |entry| line(entry.null? ? fields.unassociated(entry) : entry) }
    [classes.fetch(fields.root), fields.list?]
  end

  def self.refuse(fields)
    fields.records.each do |record|
      entries = fields.of(record)
      raise Wiremark::Unsupported, "a serializer needs a field, and #{record} has none" if entries.empty?

      own = entries.find { |entry| OWN.include?(entry.key.to_sym) }
      raise Wiremark::Unsupported, "a key becomes a method of its serializer, which needs `#{own.key}` itself" if own
    end
  end
  private_class_method :refuse

  def self.line(entry)
    name = ", key_name: #{entry.symbol}" unless entry.named?
    case entry.form
    when :plain then "attribute #{entry.reader.inspect}#{name}"
    when :value then "attribute(#{entry.symbol}) { #{entry.source} }"
    else "#{entry.form} #{entry.reader.inspect}#{name}, serializer: #{entry.record}Serializer"
    end
  end
  private_class_method :line
end

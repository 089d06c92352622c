# frozen_string_literal: true

require "logger"
# The library calls `deep_dup` without requiring it.
require "active_support"
require "active_support/core_ext/object/deep_dup"
require "active_model_serializers"
require_relative "json_fields"

module AmsSerializers
  # Returns the serializer class for documents or their elements, and whether documents are lists.
  def self.make(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Serializer.new(#{value}).as_json" }
    describe(schema) unless schema.objects
    # By default only one level of associations is written:
    # https://github.com/rails-api/active_model_serializers/blob/0-10-stable/docs/general/configuration_options.md#default_includes
    ActiveModelSerializers.config.default_includes = "**" if fields.deep?
    # The default log would go to standard output. Alba's benchmark also disables it.
    ActiveModelSerializers.logger = Logger.new(nil)
    classes = fields.define("Serializer", -> { Class.new(ActiveModel::Serializer) }) { |entry| line(entry) }
    [classes.fetch(fields.root), fields.list?]
  end

  # Adds the methods that the library calls on plain objects:
  # https://github.com/rails-api/active_model_serializers/blob/0-10-stable/docs/howto/serialize_poro.md
  def self.describe(schema)
    schema.natural.classes.each_value do |object|
      object.include(ActiveModel::Serialization)
      object.extend(ActiveModel::Naming)
    end
  end
  private_class_method :describe

  # Returns a field's definition. It has a block if the value must be converted, or if Serializer has a method of the
  # field's name, which would be called instead of the object's (Serializer#read_attribute_for_serialization).
  def self.line(entry)
    own = ActiveModel::Serializer.method_defined?(entry.reader)
    options = [entry.reader.inspect]
    options << "key: #{entry.symbol}" unless entry.named?
    options << "serializer: #{entry.record}Serializer" if entry.association?
    block = entry.association? ? " { |serializer| serializer.object.#{entry.reader} }" : " { #{entry.source} }"
    word = entry.association? ? "has_#{entry.form}" : "attribute"
    "#{word}(#{options.join(", ")})#{block if own || entry.form == :value}"
  end
  private_class_method :line
end

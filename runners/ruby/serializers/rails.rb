# frozen_string_literal: true

# Rails without a serializer. ActiveRecord's objects are told what to write by the options of `to_json`, others by `as_json`
# of their classes: https://api.rubyonrails.org/classes/ActiveModel/Serializers/JSON.html#method-i-as_json
require "active_support"
require "active_support/json"
require_relative "json_fields"

module Row
  GEM = "activesupport"

  def self.create(schema)
    fields = JsonFields.new(schema)
    return plain(schema, fields) unless schema.objects

    options = options(fields, fields.root).freeze
    fields.list?
    Wiremark::Operations.new(serialize: ->(document) { document.to_json(options) })
  end

  # Encoding asks what it doesn't know for `as_json`, within hashes, lists and maps too. Times are known: UTC with milliseconds.
  def self.plain(schema, fields)
    schema.model.records.each_key do |record|
      pairs = fields.of(record).map { |entry| "#{entry.key.dump} => #{bytes?(entry) ? entry.source("self") : entry.reader}" }
      schema.natural.classes.fetch(record).class_eval("def as_json(*) = { #{pairs.join(", ")} }", "<#{record}>", 1)
    end
    Wiremark::Operations.new(serialize: ->(document) { document.to_json })
  end

  def self.bytes?(entry)
    type = entry.type
    type = type.of while type.of
    type.kind == :bytes
  end

  # `only` and `methods` name columns and methods, and documents have their names.
  def self.options(fields, record)
    entries = fields.of(record)
    entries.each { |entry| check(fields, record, entry) }
    associations, values = entries.partition(&:association?)
    methods, columns = values.partition { |entry| entry.field.computed? }
    {
      only: columns.map(&:reader),
      methods: methods.map(&:reader),
      include: associations.to_h { |entry| [entry.reader, options(fields, entry.record)] }
    }
  end

  def self.check(fields, record, entry)
    raise Wiremark::Unsupported, "to_json can't give #{entry.key.inspect} to a column or method of another name" unless entry.named?
    raise Wiremark::Unsupported, "to_json's option include has an end, and #{record} may be within itself" if fields.cyclic?(record, entry)
  end
end

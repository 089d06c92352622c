# frozen_string_literal: true

# Rails without a serializer library: `to_json` with options for ActiveRecord objects, and a method `as_json` for
# plain objects: https://api.rubyonrails.org/classes/ActiveModel/Serializers/JSON.html#method-i-as_json
require "active_support"
require "active_support/json"
require_relative "json_fields"

module Row
  GEM = "activesupport"

  def self.create(schema)
    fields = JsonFields.new(schema)
    return plain(schema, fields) unless schema.objects

    options = Options.new(fields).of(fields.root).freeze
    Wiremark::Operations.new(serialize: ->(document) { document.to_json(options) })
  end

  # Adds `as_json` to the model's classes. The encoder calls it on their objects, also within hashes and lists. Times
  # need no conversion: the encoder writes them with milliseconds, in their own zone (here UTC).
  def self.plain(schema, fields)
    schema.model.records.each_key do |record|
      pairs = fields.of(record).map do |entry|
        "#{entry.key.dump} => #{bytes?(entry) ? entry.source("self") : entry.reader}"
      end
      source = "def as_json(*) = { #{pairs.join(", ")} }"
      schema.natural.classes.fetch(record).class_eval(source, __FILE__, __LINE__)
    end
    Wiremark::Operations.new(serialize: :to_json.to_proc)
  end

  def self.bytes?(entry)
    type = entry.type
    type = type.of while type.of
    type.kind == :bytes
  end

  # Creates options for `to_json`, which list columns, methods and associations. Fields can't have other names in documents.
  class Options
    def initialize(fields)
      @fields = fields
    end

    def of(record)
      entries = @fields.of(record).each { |entry| check(record, entry) }
      associations, values = entries.partition(&:association?)
      methods, columns = values.partition { |entry| entry.field.computed? }
      include = associations.to_h { |entry| [entry.reader, of(entry.record)] }
      { only: columns.map(&:reader), methods: methods.map(&:reader), include: include }
    end

    private

    def check(record, entry)
      unsupported("has no other name for #{entry.reader}, which is #{entry.key.inspect} in documents") unless entry.named?
      unsupported("has no end for #{record}, which may be within itself") if @fields.cyclic?(record, entry)
      unsupported("writes the bytes of #{entry.key.inspect} as text") if Row.bytes?(entry)
    end

    def unsupported(reason) = raise(Wiremark::Unsupported, "to_json of ActiveRecord #{reason}")
  end
end

# frozen_string_literal: true

require_relative "source"

module Wiremark
  # Generates lambdas that convert typed objects to and from hashes, for libraries that don't support classes. Users of
  # these libraries would write this code around `generate` and `parse`, so it is timed.
  #
  #   Wiremark::Conversion.to_plain(schema, { instant: "%s.iso8601(3)" })
  #
  # `scalars` has Ruby source by kind of type. In the source, `%s` stands for the value (never nil, except for the kind
  # `any`). Values of kinds that aren't listed stay unchanged. For the keys `list`, `map` and `record`, `%s` stands for a
  # value whose parts are already converted. The name of an enum or a record as key applies to that type only.
  class Conversion
    NAME = ->(field) { field.name.dump }

    # Returns a lambda that converts a document's records to hashes. `key` returns the Ruby source of a field's key, by
    # default its name. Absent optional fields are left out, or nil if `absent` is true.
    def self.to_plain(schema, scalars = {}, constants: {}, absent: false, key: NAME)
      conversion = new(schema, scalars, key)
      conversion.compile(constants) { |record| conversion.to_hash_source(record, absent) }
    end

    def self.from_plain(schema, scalars = {}, constants: {}, key: NAME)
      conversion = new(schema, scalars, key)
      conversion.compile(constants) { |record| conversion.to_object_source(record) }
    end

    def initialize(schema, scalars, key)
      @model = schema.model
      @natural = schema.natural
      @scalars = scalars
      @key = key
    end

    def compile(constants)
      records = @model.records.each_value.map do |record|
        "def convert_#{record.name}(record)\n#{Source.indent(yield(record)).join("\n")}\nend\n"
      end
      root = "->(document) { #{value(@model.root, "document")} }"
      classes = @natural.classes.transform_keys { |name| :"Record#{name}" }
      Source.evaluate("conversion", "#{records.join("\n")}\n#{root}", classes.merge(constants))
    end

    def to_hash_source(record, absent)
      optional, always = record.fields.partition { |field| field.optional? && !absent }
      entries = always.map { |field| "  #{@key.call(field)} => #{present(field, read(field))}," }
      return ["{", *entries, "}"] if optional.empty?

      additions = optional.flat_map do |field|
        assignment = "  made[#{@key.call(field)}] = #{value(field.type, "value")}"
        ["unless (value = #{read(field)}).nil?", assignment, "end"]
      end
      ["made = {", *entries, "}", *additions, "made"]
    end

    def to_object_source(record)
      arguments = record.held.map { |field| "  #{present(field, "record[#{@key.call(field)}]")}," }
      ["Record#{record.name}.new(", *arguments, ")"]
    end

    private

    def read(field) = "record.#{@natural.attribute(field)}"

    def value(type, value)
      made = type.kind == :record ? "convert_#{type.name}(#{value})" : value
      inner = type.of ? value(type.of, "one") : "one"
      made = "#{value}.#{type.kind == :list ? "map" : "transform_values"} { |one| #{inner} }" unless inner == "one"
      format(@scalars[type.name] || @scalars.fetch(type.kind, "%s"), made)
    end

    def present(field, read)
      return value(field.type, read) if field.required?

      made = value(field.type, "value")
      made == "value" ? read : "(value = #{read}).nil? ? nil : #{made}"
    end
  end
end

# frozen_string_literal: true

require_relative "source"

module Wiremark
  # Straight-line conversion of documents to and from hashes, for libraries that know no classes: what one writes by
  # hand before `generate` and after `parse`. Its time counts.
  #
  #   Wiremark::Conversion.to_plain(schema, { instant: "%s.iso8601(3)" })
  #
  # `scalars`: by kind, Ruby source of an expression as a format, in which `%s` is the value, which is never nil but for
  # `any`. Kinds that aren't there pass as they are. `list`, `map` and `record` may be there too: `%s` is then the
  # converted value. The name of an enum or a record is for that one alone.
  class Conversion
    NAME = ->(field) { field.name.dump }

    # A lambda that makes a Hash of each record in a document, with the fields' names for keys. An optional field that
    # is absent is left out, unless `absent` is true: then it is nil.
    def self.to_plain(schema, scalars = {}, constants: {}, absent: false, key: NAME)
      conversion = new(schema, scalars, key)
      conversion.compile(constants) { |record| conversion.to_hash_source(record, absent) }
    end

    # A lambda that makes an object of the natural model of each Hash.
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

    # The block gives the statements that convert a `record`.
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

    # An expression for a value that isn't nil; the same text where nothing is to be done.
    def value(type, value)
      made = type.kind == :record ? "convert_#{type.name}(#{value})" : value
      inner = type.of ? value(type.of, "one") : "one"
      made = "#{value}.#{type.kind == :list ? "map" : "transform_values"} { |one| #{inner} }" unless inner == "one"
      format(@scalars[type.name] || @scalars.fetch(type.kind, "%s"), made)
    end

    # An expression for a field's value, which may be nil.
    def present(field, read)
      return value(field.type, read) if field.required?

      made = value(field.type, "value")
      made == "value" ? read : "(value = #{read}).nil? ? nil : #{made}"
    end
  end
end

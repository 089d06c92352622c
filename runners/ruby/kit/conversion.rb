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
  module Conversion
    # A lambda that makes a Hash of each record in a document, with the fields' names for keys. An optional field that
    # is absent is left out, unless `absent` is true: then it is nil.
    def self.to_plain(schema, scalars = {}, constants: {}, absent: false, key: ->(field) { field.name.dump })
      ToPlain.new(schema, scalars, key, absent).compile(constants)
    end

    # A lambda that makes an object of the natural model of each Hash.
    def self.from_plain(schema, scalars = {}, constants: {}, key: ->(field) { field.name.dump })
      FromPlain.new(schema, scalars, key).compile(constants)
    end

    # What both directions share: values and what is in them.
    class Direction
      def initialize(schema, scalars, key)
        @model = schema.model
        @natural = schema.natural
        @scalars = scalars
        @key = key
        @index = @model.records.keys.each_with_index.to_h
        @depth = 0
      end

      def compile(constants)
        records = @model.records.each_value.map do |record|
          "def convert_#{@index[record.name]}(record)\n#{Source.indent(record_source(record)).join("\n")}\nend\n"
        end
        root = "->(document) { #{value(@model.root, "document")} }"
        classes = @index.to_h { |name, index| [:"Record#{index}", @natural.classes[name]] }
        Source.evaluate("conversion", "#{records.join("\n")}\n#{root}", classes.merge(constants))
      end

      private

      # An expression for a value that isn't nil; the same text where nothing is to be done.
      def value(type, value)
        made = type.of ? nested(type, value) : value
        made = "convert_#{@index[type.name]}(#{made})" if type.kind == :record
        format(@scalars[type.name] || @scalars.fetch(type.kind, "%s"), made)
      end

      def nested(type, value)
        @depth += 1
        one = "one#{@depth}"
        inner = value(type.of, one)
        @depth -= 1
        return value if inner == one

        "#{value}.#{type.kind == :list ? "map" : "transform_values"} { |#{one}| #{inner} }"
      end

      # An expression for a field's value, which may be nil.
      def present(field, read)
        return value(field.type, read) if field.required?
        return read if value(field.type, "value") == "value"

        "(value = #{read}).nil? ? nil : #{value(field.type, "value")}"
      end
    end

    # Objects to hashes.
    class ToPlain < Direction
      def initialize(schema, scalars, key, absent)
        super(schema, scalars, key)
        @absent = absent
      end

      private

      def record_source(record)
        optional, always = record.fields.partition { |field| field.optional? && !@absent }
        entries = always.map { |field| "  #{@key.call(field)} => #{present(field, read(field))}," }
        return ["{", *entries, "}"] if optional.empty?

        additions = optional.flat_map do |field|
          assignment = "  made[#{@key.call(field)}] = #{value(field.type, "value")}"
          ["unless (value = #{read(field)}).nil?", assignment, "end"]
        end
        ["made = {", *entries, "}", *additions, "made"]
      end

      def read(field) = "record.#{@natural.attribute(field)}"
    end

    # Hashes to objects.
    class FromPlain < Direction
      private

      def record_source(record)
        arguments = record.held.map { |field| "  #{present(field, "record[#{@key.call(field)}]")}," }
        arguments[-1] = arguments[-1].chomp(",") unless arguments.empty?
        ["Record#{@index[record.name]}.new(", *arguments, ")"]
      end
    end
  end
end

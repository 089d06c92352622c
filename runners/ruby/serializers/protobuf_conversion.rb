# frozen_string_literal: true

# Generates lambdas that convert between documents and messages, as a programmer would write them by hand. A message
# is created from one nested hash, and `to_h` returns such a hash. protobuf's pages also show a Ruby object for each nested
# message, which takes three times as long.
#
# https://protobuf.dev/reference/ruby/ruby-generated/
module ProtobufConversion
  # Returns a lambda that converts an object to a hash for the constructor of its message.
  def self.filling(schema) = Filling.new(schema).compile
  # Returns a lambda that converts a message's hash to a document.
  def self.reading(schema) = Reading.new(schema).compile

  class Direction
    def initialize(schema)
      @model = schema.model
      @natural = schema.natural
      @index = @model.records.keys.each_with_index.to_h
      @depth = 0
    end

    private

    def numbered(record) = record.fields.each.with_index(1).map { |field, number| [field, "field_#{number}"] }

    def each_element(type, source)
      @depth += 1
      one = "one#{@depth}"
      inner = element(type.of, one)
      @depth -= 1
      return source if inner == one

      "#{source}.#{type.kind == :list ? "map" : "transform_values"} { |#{one}| #{inner} }"
    end

    def methods
      @model.records.each_value.map do |record|
        "def convert_#{@index[record.name]}(record)\n#{Wiremark::Source.indent(body(record)).join("\n")}\nend\n"
      end
    end
  end

  class Filling < Direction
    METHODS = <<~RUBY
      def milliseconds(time) = time.to_i * 1000 + time.usec / 1000

      def any(value)
        case value
        when nil then { null_value: :NULL_VALUE }
        when String then { string_value: value }
        when true, false then { bool_value: value }
        when Hash then { struct_value: { fields: value.transform_values { |one| any(one) } } }
        when Array then { list_value: { values: value.map { |one| any(one) } } }
        else { number_value: value }
        end
      end
    RUBY

    def compile
      numbers = @model.enums.to_h { |name, values| [:"NUMBERS_#{name}", values.each.with_index(1).to_h] }
      root = @model.root
      made = root.kind == :record ? element(root, "document") : "{ field_1: #{value(root, "document")} }"
      Wiremark::Source.evaluate("filling", [METHODS, *methods, "->(document) { #{made} }"].join("\n"), numbers)
    end

    private

    def body(record) = ["{", *numbered(record).map { |field, key| "  #{key}: #{present(field)}," }, "}"]

    def present(field)
      read = "record.#{@natural.attribute(field)}"
      return value(field.type, read) if field.required?

      made = element(field.type, "value")
      made == "value" ? read : "(value = #{read}).nil? ? nil : #{made}"
    end

    # Returns an expression that converts a required field. A list or map has no wrapper message there, unlike one that
    # is optional, nullable or nested.
    def value(type, source) = type.of ? each_element(type, source) : element(type, source)

    def element(type, source)
      case type.kind
      when :list, :map then "{ field_1: #{each_element(type, source)} }"
      when :record then "convert_#{@index[type.name]}(#{source})"
      when :any then "any(#{source})"
      when :enum then "NUMBERS_#{type.name}.fetch(#{source})"
      when :instant then "milliseconds(#{source})"
      else source
      end
    end
  end

  # Converts hashes to documents. A hash has no keys for fields with default values.
  class Reading < Direction
    METHODS = <<~RUBY
      def time(milliseconds) = Time.at(milliseconds.div(1000), milliseconds % 1000, :millisecond).utc

      def any(value)
        kind, content = value.first
        case kind
        when :struct_value then (content[:fields] || {}).transform_values { |one| any(one) }
        when :list_value then (content[:values] || []).map { |one| any(one) }
        when :null_value then nil
        else content
        end
      end
    RUBY
    DEFAULTS = { boolean: "false", int32: "0", int64: "0", double: "0.0", string: '""', uuid: '""', instant: "0",
                 bytes: "NO_BYTES", list: "[]", map: "{}" }.freeze

    def compile
      constants = { NO_BYTES: "".b.freeze }
      @index.each { |name, index| constants[:"Record#{index}"] = @natural.classes[name] }
      @model.enums.each_with_index do |(name, values), index|
        constants[:"VALUES_#{name}"] = values.each.with_index(1).to_h { |value, number| [:"Enum#{index}_#{number}", value] }
      end
      root = @model.root
      made = root.kind == :record ? element(root, "document") : value(root, "document[:field_1]")
      Wiremark::Source.evaluate("reading", [METHODS, *methods, "->(document) { #{made} }"].join("\n"), constants)
    end

    private

    def body(record)
      arguments = numbered(record).map { |field, key| "  #{present(field, "record[:#{key}]")}" }
      ["Record#{@index[record.name]}.new(", arguments.join(",\n"), ")"]
    end

    def present(field, read)
      return value(field.type, read) if field.required?

      made = element(field.type, "value")
      made == "value" ? read : "(value = #{read}).nil? ? nil : #{made}"
    end

    # Returns an expression that converts a required field. A list or map has no wrapper message there, unlike one that
    # is optional, nullable or nested.
    def value(type, source)
      default = DEFAULTS[type.kind]
      source = "(#{source} || #{default})" if default
      type.of ? each_element(type, source) : element(type, source)
    end

    def element(type, source)
      case type.kind
      when :list, :map then value(type, "#{source}[:field_1]")
      when :record then "convert_#{@index[type.name]}(#{source})"
      when :any then "any(#{source})"
      when :enum then "VALUES_#{type.name}.fetch(#{source})"
      when :instant then "time(#{source})"
      else source
      end
    end
  end
end

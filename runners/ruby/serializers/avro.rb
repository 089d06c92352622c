# frozen_string_literal: true

# avro, written in Ruby, with the dataset's schema parsed once; objects are converted to and from hashes. A logical
# type represents instants as Time. Names that Avro doesn't allow are converted.
# https://avro.apache.org/docs/1.12.0/api/ruby/html/
require "avro"
require "json"

module Row
  GEM = "avro"

  def self.create(schema)
    path = schema.artifacts["avro"] or raise Wiremark::Unsupported, "there is no Avro schema for this dataset"
    # Schema.parse would use MultiJson, which limits the nesting depth to 100.
    source = JSON.parse(File.read(path, encoding: "UTF-8"), max_nesting: false)
    avro = Avro::Schema.real_parse(source, {})
    spelling = Spelling.new(schema.model, source)
    Wiremark::Operations.new(serialize: writer(schema, avro, spelling), deserialize: reader(schema, avro, spelling))
  end

  def self.writer(schema, avro, spelling)
    to_plain = Wiremark::Conversion.to_plain(schema, spelling.enums, constants: spelling.symbols, absent: true,
                                                                     key: spelling.method(:key))
    writer = Avro::IO::DatumWriter.new(avro)
    lambda do |document|
      stream = StringIO.new(String.new(encoding: Encoding::BINARY))
      writer.write(to_plain.call(document), Avro::IO::BinaryEncoder.new(stream))
      stream.string
    end
  end

  def self.reader(schema, avro, spelling)
    from_plain = Wiremark::Conversion.from_plain(schema, spelling.enums, constants: spelling.values,
                                                                         key: spelling.method(:key))
    reader = Avro::IO::DatumReader.new(avro)
    ->(data) { from_plain.call(reader.read(Avro::IO::BinaryDecoder.new(StringIO.new(data)))) }
  end

  # The Avro schema's names of fields and enum values, found by position: the schema has the same order as the model.
  class Spelling
    attr_reader :symbols

    def initialize(model, source)
      @model = model
      @names = {}.compare_by_identity
      @symbols = {}
      @visited = {}
      visit(model.root, source)
    end

    def key(field) = @names.fetch(field, field.name).dump

    def enums = @symbols.keys.to_h { |constant| [constant.to_s.delete_prefix("SYMBOLS_"), "#{constant}.fetch(%s)"] }

    def values = @symbols.transform_values(&:invert)

    private

    def visit(type, source)
      case type.kind
      when :list, :map then visit(type.of, within(source)[type.kind == :list ? "items" : "values"])
      when :record, :enum
        # In an Avro schema, later uses of a type have only its name.
        return if @visited[type.name]

        @visited[type.name] = true
        type.kind == :record ? visit_record(type.name, within(source)) : visit_enum(type.name, within(source))
      end
    end

    def within(source) = source.is_a?(Array) ? source[1] : source

    def visit_record(name, source)
      @model.records.fetch(name).fields.zip(source["fields"]) do |field, avro|
        @names[field] = avro["name"]
        visit(field.type, avro["type"])
      end
    end

    def visit_enum(name, source)
      values = @model.enums.fetch(name)
      @symbols[:"SYMBOLS_#{name}"] = values.zip(source["symbols"]).to_h unless values == source["symbols"]
    end
  end
end

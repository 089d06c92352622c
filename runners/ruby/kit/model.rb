# frozen_string_literal: true

require_relative "errors"
require_relative "lines"

module Wiremark
  # `kind` is one of SCALARS, `:enum`, `:record`, `:list` or `:map`; `name` that of an enum or a record; `of` the type
  # of what a list or a map consists of.
  Type = Struct.new(:kind, :name, :of) do
    def within = kind == :any ? self : of
  end

  # How an object computes a field. `kind` is `:text`, with `parts` such as `[[:field, "first_name"], [:text, " "]]`; or
  # `:path`, with the names of fields to go through as `parts`: lists on the way flatten into one.
  Computation = Struct.new(:kind, :parts)

  # `name` as it stands in documents; `presence` is `:required`, `:nullable` or `:optional`; `computed` a Computation or
  # nil.
  Field = Struct.new(:name, :type, :presence, :hidden, :computed) do
    alias_method :hidden?, :hidden
    def computed? = !computed.nil?
    def required? = presence == :required
    def nullable? = presence == :nullable
    def optional? = presence == :optional
  end

  # `resource` is JSON:API's word for the type, nil for a record that has none; `properties` are all fields.
  Record = Struct.new(:name, :resource, :properties) do
    # Those of documents.
    def fields = @fields ||= properties.reject(&:hidden?)

    # Those of objects.
    def held = @held ||= properties.reject(&:computed?)

    def field(name) = properties.find { |one| one.name == name }
  end

  # What a document is (`root`), the records and the enums' values by name. `objects` is the framework whose objects
  # documents consist of, nil for plain ones.
  class Model
    SCALARS = %i[boolean int32 int64 double string uuid instant bytes any].freeze
    PRESENCES = %i[required nullable optional].freeze

    attr_accessor :root, :objects
    attr_reader :records, :enums

    # Reads docs/MODEL.md. Raises Unsupported with the word of a later wiremark that this kit doesn't know. All of it is frozen: a
    # row is given it.
    def self.read(path)
      model = new
      File.foreach(path, encoding: "UTF-8", chomp: true) { |line| model.take(*Lines.parse(line)) }
      model.records.each_value { |record| [record.fields, record.held] }
      Ractor.make_shareable(model)
    end

    def initialize
      @records = {}
      @enums = {}
    end

    def take(key, value)
      case key
      when "root" then @root, = read_type(value)
      when "objects" then @objects = value
      when "record" then @record = @records[value] = Record.new(value, nil, [])
      when "resource" then @record.resource = value
      when "field", "hidden", "computed" then take_field(key, value)
      when "piece" then take_piece(value)
      when "step" then computation(:path).parts << value
      when "enum" then @values = @enums[value] = []
      when "value" then @values << value
      when "model" then unknown("model #{value}") if value != "1"
      when "dataset" then nil
      else unknown(key)
      end
    end

    # The record that a field of this type links to, if it is a resource or a list of such; else nil.
    def resource_of(type)
      type = type.of if type.kind == :list
      record = @records[type.name] if type.kind == :record
      record if record&.resource
    end

    # Whether a document or object may have a value of one of these kinds anywhere.
    def any?(*kinds)
      types = [@root, *@records.each_value.flat_map { |record| record.properties.map(&:type) }]
      types.any? do |type|
        type = type.of until type.nil? || kinds.include?(type.kind)
        !type.nil?
      end
    end

    private

    def take_field(key, text)
      presence, _, rest = text.partition(" ")
      unknown(presence) unless PRESENCES.include?(presence.to_sym)
      type, name = read_type(rest)
      computed = Computation.new(nil, []) if key == "computed"
      @field = Field.new(name, type, presence.to_sym, key == "hidden", computed)
      @record.properties << @field
    end

    def take_piece(piece)
      kind, _, text = piece.partition(" ")
      unknown(kind) unless %w[field text].include?(kind)
      computation(:text).parts << [kind.to_sym, text]
    end

    def computation(kind)
      @field.computed.kind = kind
      @field.computed
    end

    # The type that the text begins with, and what follows after one space.
    def read_type(text)
      kind, _, rest = text.partition(" ")
      case kind.to_sym
      when *SCALARS then [Type.new(kind.to_sym), rest]
      when :enum, :record
        name, _, rest = rest.partition(" ")
        [Type.new(kind.to_sym, name), rest]
      when :list, :map
        of, rest = read_type(rest)
        [Type.new(kind.to_sym, nil, of), rest]
      else unknown(kind)
      end
    end

    def unknown(word)
      raise Unsupported, "this runner doesn't know the word \"#{word}\" of the model"
    end
  end
end

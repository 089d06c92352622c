# frozen_string_literal: true

require_relative "errors"
require_relative "lines"

module Wiremark
  # `kind` is one of SCALARS, `:enum`, `:record`, `:list` or `:map`; `name` is the name of an enum or record, `of` the
  # element type of a list or map.
  Type = Struct.new(:kind, :name, :of) do
    def within = kind == :any ? self : of
  end

  # `name` is the name in documents; `presence` is `:required`, `:nullable` or `:optional`. A `hidden` field is in objects
  # only, not in documents. `computed` is nil for a stored field. A computed field has the parts of a text, such as
  # `[[:field, "first_name"], [:text, " "]]`, or the steps of a path, such as `[[:step, "comments"], [:step, "name"]]`.
  Field = Struct.new(:name, :type, :presence, :hidden, :computed) do
    alias_method :hidden?, :hidden
    def computed? = !computed.nil?
    def required? = presence == :required
    def nullable? = presence == :nullable
    def optional? = presence == :optional
  end

  # `resource` is the JSON:API resource name, nil if there is none; `properties` are all fields.
  Record = Struct.new(:name, :resource, :properties) do
    def fields = properties.reject(&:hidden?)

    def held = properties.reject(&:computed?)

    def field(name) = properties.find { |one| one.name == name }
  end

  # `root` is the type of a document; `records` and `enums` have definitions by name. `objects` is the framework whose
  # objects serializers get ("activerecord"); nil for plain Ruby objects.
  class Model
    SCALARS = %i[boolean int32 int64 double string uuid instant bytes any].freeze
    PRESENCES = %i[required nullable optional].freeze

    attr_accessor :root, :objects
    attr_reader :records, :enums

    # Reads a model file (docs/PROTOCOL.md). Raises Unsupported for words that only a later wiremark writes. The
    # result is frozen, since serializers get it.
    def self.read(path)
      model = new
      File.foreach(path, encoding: "UTF-8", chomp: true) { |line| model.take(*Lines.parse(line)) }
      Ractor.make_shareable(model)
    end

    def initialize
      @records = {}
      @enums = {}
      @kinds = []
    end

    def take(key, value)
      case key
      when "root" then @root, = read_type(value)
      when "objects" then @objects = value
      when "record" then @record = @records[value] = Record.new(value, nil, [])
      when "resource" then @record.resource = value
      when "field", "hidden", "computed" then take_field(key, value)
      when "piece" then take_piece(value)
      when "step" then @field.computed << [:step, value]
      when "enum" then @values = @enums[value] = []
      when "value" then @values << value
      when "model" then unknown("model #{value}") if value != "1"
      when "dataset" then nil
      else unknown(key)
      end
    end

    # Returns the record of a type that is a resource or a list of resources; nil for other types.
    def resource_of(type)
      type = type.of if type.kind == :list
      record = @records[type.name] if type.kind == :record
      record if record&.resource
    end

    # Returns the fields along a computed field's path, which may lead through lists; nil if it has no path.
    def path(record, field)
      return unless field.computed.dig(0, 0) == :step

      field.computed.map do |_, name|
        step = record.field(name)
        record = @records[(step.type.of || step.type).name]
        step
      end
    end

    # Returns whether the model has a type of one of these kinds, also as the element of a list or map.
    def any?(*kinds) = @kinds.intersect?(kinds)

    private

    def take_field(key, text)
      presence, _, rest = text.partition(" ")
      unknown(presence) unless PRESENCES.include?(presence.to_sym)
      type, name = read_type(rest)
      @field = Field.new(name, type, presence.to_sym, key == "hidden", ([] if key == "computed"))
      @record.properties << @field
    end

    def take_piece(piece)
      kind, _, text = piece.partition(" ")
      unknown(kind) unless %w[field text].include?(kind)
      @field.computed << [kind.to_sym, text]
    end

    def read_type(text)
      word, _, rest = text.partition(" ")
      @kinds << kind = word.to_sym
      case kind
      when *SCALARS then nil
      when :enum, :record then name, _, rest = rest.partition(" ")
      when :list, :map then of, rest = read_type(rest)
      else unknown(word)
      end
      [Type.new(kind, name, of), rest]
    end

    def unknown(word)
      raise Unsupported, "this runner doesn't know the word \"#{word}\" of the model"
    end
  end
end

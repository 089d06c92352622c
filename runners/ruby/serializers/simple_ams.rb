# frozen_string_literal: true

# SimpleAMS with its renderers and its adapter AMS: https://github.com/vasilakisfil/SimpleAMS#usage. It leaves
# `to_json` to another library, here json.
require "json"
require "simple_ams"
require_relative "json_fields"

module Row
  GEM = "simple_ams"
  OPTIONS = {} # rubocop:disable Style/MutableConstant

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "SimpleAMS::Renderer.new(#{value}, Row::OPTIONS[#{record.inspect}]).as_json" }
    refuse_own_names(fields)
    classes = fields.define("Serializer", -> { Class.new { include SimpleAMS::DSL } }) do |entry|
      line(relation?(entry) ? entry : fields.unassociated(entry))
    end
    OPTIONS.merge!(options(fields, classes))
    render(fields.list? ? SimpleAMS::Renderer::Collection : SimpleAMS::Renderer, OPTIONS[fields.root])
  end

  def self.render(renderer, options)
    Wiremark::Operations.new(serialize: ->(document) { renderer.new(document, options).to_json })
  end

  # Refuses keys with the name of a method that a serializer calls on itself: each key becomes a method of it.
  def self.refuse_own_names(fields)
    keys = fields.records.flat_map { |record| fields.of(record).map(&:key) }
    own = keys.find { |key| %w[object send].include?(key) }
    raise Wiremark::Unsupported, "a key becomes a method of its serializer, which needs `#{own}` itself" if own
  end

  # `includes` lists the relations to write, each with the nested relations to write. All occurrences of a record share
  # one list, so recursive records are written to any depth.
  def self.options(fields, classes)
    includes = fields.records.to_h { |record| [record, []] }
    fields.records.each do |record|
      relations = fields.of(record).select { |entry| relation?(entry) }
      includes[record].concat(relations.map { |entry| { entry.key.to_sym => includes[entry.record] } })
    end
    classes.to_h do |record, serializer|
      [record, { serializer: serializer, includes: (includes[record] if fields.deep?) }.compact]
    end
  end

  # Returns whether an association can be a relation. Its key must be its method's name, since the key becomes part of a
  # constant (SimpleAMS::DSL.embedded_class_for), and a list must not be nil, since it is iterated over.
  def self.relation?(entry)
    entry.association? && entry.named? && !(entry.form == :many && entry.null?)
  end

  def self.line(entry)
    case entry.form
    when :one, :many then "has_#{entry.form} #{entry.symbol}, serializer: #{entry.record}Serializer"
    else "attribute #{entry.symbol}#{"; define_method(#{entry.symbol}) { #{entry.source} }" unless entry.plain? && entry.named?}"
    end
  end
end

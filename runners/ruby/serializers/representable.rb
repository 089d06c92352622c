# frozen_string_literal: true

# Representable with decorators, which cache definitions by class, unlike modules (lib/representable/cached.rb), and
# with Oj, which MultiJson prefers to json: https://github.com/sferik/multi_json#supported-json-engines
#
# ActiveSupport is loaded because both published benchmarks use Oj.optimize_rails; it doesn't change this library.
require "active_support"
require "multi_json"
require "representable/json"
require_relative "json_fields"

MultiJson.use(:oj)

module Row
  GEM = "representable"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Representer.new(#{value}).to_hash" }
    blank = -> { Class.new(Representable::Decorator) { include Representable::JSON } }
    classes = fields.define("Representer", blank) { |entry| line(null_list?(entry) ? fields.unassociated(entry) : entry) }
    representer = classes.fetch(fields.root)
    representer = representer.for_collection if fields.list?
    Wiremark::Operations.new(serialize: ->(document) { representer.new(document).to_json })
  end

  # True for a list that may be nil: a `collection` would omit nil or iterate over it (StopOnSkipable, Collect).
  def self.null_list?(entry) = entry.form == :many && entry.field.nullable?

  # Without `render_nil`, nil is omitted: https://trailblazer.to/2.1/docs/representable/#rendering-nil
  def self.line(entry)
    options = []
    options << "as: #{entry.key.dump}" unless entry.named?
    options << "render_nil: true" unless entry.field.optional? || entry.form == :many
    options << "decorator: #{entry.record}Representer" if entry.association?
    options << "getter: ->(represented:, **) { #{entry.source("represented")} }" if entry.form == :value
    [entry.form == :many ? "collection" : "property", [entry.reader.inspect, *options].join(", ")].join(" ")
  end
end

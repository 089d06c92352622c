# frozen_string_literal: true

# Blueprints with their default generator, JSON: https://github.com/procore-oss/blueprinter#installation. The README
# also names Oj, which would replace JSON in the whole process (Oj.mimic_JSON) and wasn't faster.
require "json"
require "blueprinter"
require_relative "json_fields"

module Row
  GEM = "blueprinter"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Blueprint.render_as_hash(#{value})" }
    classes = fields.define("Blueprint", -> { Class.new(Blueprinter::Base) }) { |entry| line(entry) }
    blueprint = classes.fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { blueprint.render(document) })
  end

  def self.line(entry)
    name = ", name: #{entry.symbol}" unless entry.named?
    case entry.form
    when :plain then "field #{entry.reader.inspect}#{name}"
    when :value then "field(#{entry.symbol}) { |object, _options| #{entry.source} }"
    else "association #{entry.reader.inspect}#{name}, blueprint: #{entry.record}Blueprint"
    end
  end
end

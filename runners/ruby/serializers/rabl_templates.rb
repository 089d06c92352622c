# frozen_string_literal: true

# The library calls `extract_options!` without requiring it.
require "active_support"
require "active_support/core_ext/array/extract_options"
require "oj"
require "rabl"
require_relative "json_fields"

# Generates a Rabl template for each record. Rabl uses Oj if it is loaded:
# https://github.com/nesquena/rabl#json-parsing
module RablTemplates
  # Makes Rabl write no names around objects, and cache templates: https://github.com/nesquena/rabl#configuration
  Rabl.configure do |config|
    config.include_json_root = false
    config.include_child_root = false
    config.cache_sources = true
  end

  # Returns the text of a template for each record. Also puts templates into Rabl's cache of files, where Rabl finds them
  # by the record's name.
  def self.make(schema)
    fields = JsonFields.new(schema) { |record, value| "Rabl::Renderer.new(#{record.inspect}, #{value}, format: :hash).render" }
    fields.list?
    fields.records.to_h do |record|
      text = "# #{record}\n#{lines(fields, record).map { |line| "#{line}\n" }.join}"
      Rabl.source_cache(record, []) { [text, nil] }
      [record, text]
    end
  end

  def self.lines(fields, record)
    fields.of(record).flat_map do |entry|
      next line(entry) unless entry.association?

      inner = fields.cyclic?(record, entry) ? ["extends #{entry.record.inspect}"] : lines(fields, entry.record)
      ["child(#{entry.reader.inspect}, root: #{entry.symbol}, object_root: false) do", *Wiremark::Source.indent(inner), "end"]
    end
  end
  private_class_method :lines

  # A node can't have the empty name; a node without a name adds the entries of a Hash.
  def self.line(entry)
    return "attribute #{entry.symbol}" if entry.plain? && entry.named?
    return "attribute #{entry.reader.inspect} => #{entry.symbol}" if entry.plain?
    return "node { |object| { #{entry.symbol} => #{entry.source} } }" if entry.key.empty?

    "node(#{entry.symbol}) { |object| #{entry.source} }"
  end
  private_class_method :line
end

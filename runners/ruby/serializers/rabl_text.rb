# frozen_string_literal: true

# Rabl that gets the template's text in each call, as on Transmutation's page:
# https://github.com/spellbook-technology/transmutation/blob/main/benchmarks/benchmark.rb
require_relative "rabl_templates"

module Row
  GEM = "rabl"

  def self.create(schema)
    texts = RablTemplates.make(schema)
    text = texts.fetch(schema.model.root.name || schema.model.root.of.name)
    Wiremark::Operations.new(serialize: ->(document) { Rabl::Renderer.json(document, text) })
  end
end

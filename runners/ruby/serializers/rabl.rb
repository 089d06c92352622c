# frozen_string_literal: true

# Rabl with templates found by name, as in applications: https://github.com/nesquena/rabl#rendering-templates-standalone
require_relative "rabl_templates"

module Row
  GEM = "rabl"

  def self.create(schema)
    RablTemplates.make(schema)
    template = schema.model.root.name || schema.model.root.of.name
    Wiremark::Operations.new(serialize: ->(document) { Rabl.render(document, template) })
  end
end

# frozen_string_literal: true

# Jbuilder with a template that is compiled once, as Rails compiles a view: https://github.com/rails/jbuilder#jbuilder
require "jbuilder"
require_relative "json_template"

module Row
  GEM = "jbuilder"

  def self.create(schema)
    # Jbuilder drops a key if its block sets nothing. Merging an empty object writes {}.
    source = JsonTemplate.new(schema, empty: "json.merge!({})").compiled("Jbuilder.encode")
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("template", source))
  end
end

# frozen_string_literal: true

# Jbuilder with a template that is compiled once, as views are: https://github.com/rails/jbuilder#jbuilder
require "jbuilder"
require_relative "json_template"

module Row
  GEM = "jbuilder"

  def self.create(schema)
    # A block in which nothing is set leaves its key out; to merge an empty object writes it.
    source = JsonTemplate.new(schema, empty: "json.merge!({})").compiled("Jbuilder.encode")
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("template", source))
  end
end

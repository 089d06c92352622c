# frozen_string_literal: true

# Jbuilder as on Transmutation's page: each call parses the template and creates the JSON twice, by `target!` and by
# `encode`: https://github.com/spellbook-technology/transmutation/blob/main/benchmarks/benchmark.rb
require "jbuilder"
require_relative "json_template"

module Row
  GEM = "jbuilder"

  def self.create(schema)
    text = JsonTemplate.new(schema, empty: "json.merge!({})").text
    Wiremark::Operations.new(serialize: ->(document) { render(text, document) })
  end

  def self.render(text, document) # rubocop:disable Lint/UnusedMethodArgument
    Jbuilder.encode do |json|
      json.instance_eval(text)
      json.target!
    end
  end
end

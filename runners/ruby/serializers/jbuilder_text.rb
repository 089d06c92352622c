# frozen_string_literal: true

# Jbuilder as Transmutation's page has it: the text of the template is parsed in every call, and the JSON is made twice, by
# `target!` and by `encode`: https://github.com/spellbook-technology/transmutation/blob/main/benchmarks/benchmark.rb
require "jbuilder"
require_relative "json_template"

module Row
  GEM = "jbuilder"

  def self.create(schema)
    text = JsonTemplate.new(schema, empty: "json.merge!({})").text
    Wiremark::Operations.new(serialize: ->(document) { render(text, document) })
  end

  # The template sees the variables `json` and `document`.
  def self.render(text, document) # rubocop:disable Lint/UnusedMethodArgument
    Jbuilder.encode do |json|
      json.instance_eval(text)
      json.target!
    end
  end
end

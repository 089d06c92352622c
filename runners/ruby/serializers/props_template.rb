# frozen_string_literal: true

# PropsTemplate with a template that is compiled once, outside of a view, as in Alba's benchmark:
# https://github.com/thoughtbot/props_template#api,
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require "active_support"
require "props_template"
require_relative "json_template"

module Row
  GEM = "props_template"

  def self.create(schema)
    source = JsonTemplate.new(schema, iterate: false).compiled("Row.render")
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("template", source))
  end

  def self.render
    json = Props::Template.new
    yield json
    json.result!
  end
end

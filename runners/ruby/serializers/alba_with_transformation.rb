# frozen_string_literal: true

# Alba with attributes in snake case, which it transforms to the documents' camel case; it caches transformed names:
# https://github.com/okuramasafumi/alba#key-transformation
require "alba"
require_relative "json_fields"

Alba.inflector = :active_support

module Row
  GEM = "alba"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Resource.new(#{value}).to_h" }
    fields.records.each { |record| fields.of(record).each { |entry| check(entry.key) } }
    make = -> { Class.new { include Alba::Resource }.tap { |made| made.transform_keys(:lower_camel) } }
    classes = fields.define("Resource", make) { |entry, record| line(entry, schema.natural.classes.fetch(record)) }
    resource = classes.fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { resource.new(document).serialize })
  end

  def self.check(name)
    made = Alba.inflector.camelize_lower(snake(name))
    return if made == name

    raise Wiremark::Unsupported, "it makes every key lower camel case: it would write #{made.inspect} for #{name.inspect}"
  end

  def self.line(entry, holder)
    name = snake(entry.key)
    symbol = name.to_sym.inspect
    if entry.association?
      "#{entry.form} :#{entry.reader}, key: #{symbol}, resource: #{entry.record}Resource"
    elsif entry.plain? && attribute(holder, name, entry.reader)
      "attributes #{symbol}"
    else
      "attribute(#{symbol}) { |object| #{entry.source} }"
    end
  end

  # Makes the value of `reader` available by a method with the name in snake case. Returns the name; nil if it is no
  # identifier or another method has it.
  def self.attribute(holder, name, reader)
    return name if name == reader.name
    return unless name.match?(/\A[a-z_][a-z0-9_]*\z/)
    return if holder.method_defined?(name) || holder.private_method_defined?(name)

    holder.alias_method(name, reader)
    name
  end

  def self.snake(name) = Alba.inflector.underscore(name)
end

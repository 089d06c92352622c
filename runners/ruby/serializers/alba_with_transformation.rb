# frozen_string_literal: true

# Alba whose resources have names in snake case and change them for documents. The names are changed once and kept:
# https://github.com/okuramasafumi/alba#key-transformation
require "alba"
require_relative "json_fields"

Alba.inflector = :active_support

module Row
  GEM = "alba"

  def self.create(schema)
    fields = JsonFields.new(schema) { |record, value| "#{record}Resource.new(#{value}).to_h" }
    check(fields)
    make = -> { Class.new { include Alba::Resource }.tap { |made| made.transform_keys(:lower_camel) } }
    classes = fields.define("Resource", make) { |entry, record| line(entry, schema.natural.classes.fetch(record)) }
    resource = classes.fetch(fields.root)
    Wiremark::Operations.new(serialize: ->(document) { resource.new(document).serialize })
  end

  # Names that another comes back for can't be written.
  def self.check(fields)
    fields.records.each do |record|
      fields.of(record).each do |entry|
        made = Alba.inflector.camelize_lower(snake(entry.key))
        next if made == entry.key

        raise Wiremark::Unsupported, "lower camel keys are no other than those of documents: #{entry.key.inspect} would be #{made.inspect}"
      end
    end
  end

  def self.line(entry, holder)
    name = snake(entry.key)
    return "#{entry.form} :#{entry.reader}, key: #{name.to_sym.inspect}, resource: #{entry.record}Resource" if entry.association?
    return "attributes :#{name}" if entry.plain? && alias_name(holder, name, entry.reader)

    "attribute(#{name.to_sym.inspect}) { |object| #{entry.source} }"
  end

  # Gives the application's class the method that a Ruby program would have, where nothing is called so yet.
  def self.alias_name(holder, name, reader)
    return true if name == reader.name
    return false unless name.match?(/\A[a-z_][a-z0-9_]*\z/) && !holder.method_defined?(name) && !holder.private_method_defined?(name)

    holder.alias_method(name, reader)
    true
  end

  def self.snake(name) = Alba.inflector.underscore(name)
end

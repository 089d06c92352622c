# frozen_string_literal: true

require_relative "source"

# The classes of documents, called as the schema calls them.
Documents = Module.new

module Wiremark
  # The natural model: a class with accessors for each record, as a programmer would have written it for this schema.
  # docs/PROTOCOL.md has what each type is.
  #
  # - A field that is computed is a method. One that links to resources has a method besides that gives their ids, as
  #   frameworks do for associations: `user_id`, `posts_ids`.
  # - An accessor is called like its field where that is an identifier that nothing else answers to; else it is
  #   respelled.
  class Natural
    # Taken before any library adds its own: what a row loads doesn't change how accessors are called.
    TAKEN = (Object.instance_methods + Object.private_instance_methods).freeze
    KEYWORDS = %i[__ENCODING__ __FILE__ __LINE__ BEGIN END alias and begin break case class def defined do else elsif
                  end ensure false for if in module next nil not or redo rescue retry return self super then true undef
                  unless until when while yield].freeze
    # What libraries ask objects for, or give to all of them.
    FRAMEWORKS = %i[acts_like as_json attributes call deep_dup each errors html_safe in instance_values presence
                    read_attribute_for_serialization serializable_hash try with with_options].freeze
    # Names in capitals are constants' and `_1` is a block's parameter. `to_` begins conversions, which Ruby calls itself.
    PLAIN = /\A(?!_\d|to_)[a-z_][A-Za-z0-9_]*\z/

    # `classes` are those of the records by name.
    attr_reader :model, :classes

    # `reserved`: more names that no accessor may have. `space`: the module that has the classes.
    def initialize(model, reserved: [], space: Documents)
      @model = model
      @space = space
      @attributes = spell(TAKEN + KEYWORDS + FRAMEWORKS + reserved)
      @classes = model.records.transform_values { |record| make_class(record) }
    end

    # The name of the method that gives a field's value. The same for fields of the same name, in whatever record.
    def attribute(field) = @attributes.fetch(field.name)

    # The name of the method that gives the id, or the ids, of what a field links to; nil if it links to no resource.
    def linkage(field)
      return unless @model.resource_of(field.type)

      :"#{attribute(field)}_#{field.type.kind == :list ? "ids" : "id"}"
    end

    # Ruby source of an expression that computes a field; what it reads are methods of the object itself.
    def computation_source(record, field)
      path = @model.path(record, field)
      return path_source(path) if path

      pieces = field.computed.map do |kind, text|
        kind == :text ? text.dump[1..-2] : "\#{#{attribute(record.field(text))}}"
      end
      "\"#{pieces.join}\""
    end

    private

    def spell(reserved)
      names = @model.records.each_value.flat_map { |record| record.properties.map(&:name) }.uniq
      plain = names.grep(PLAIN) - reserved.map(&:name)
      free = names.each_index.map { |index| "field_#{index}" } - plain
      [*plain.zip(plain), *(names - plain).zip(free)].to_h.transform_values(&:to_sym)
    end

    def make_class(record)
      made = Class.new
      @space.const_set(record.name, made)
      held = record.held.map { |field| attribute(field) }
      made.attr_accessor(*held)
      Source.define(made, [
        "def initialize(#{held.map { |name| "#{name} = nil" }.join(", ")})",
        *held.map { |name| "  @#{name} = #{name}" },
        "end"
      ].join("\n"))
      record.properties.select(&:computed?).each do |field|
        Source.define(made, "def #{attribute(field)} = #{computation_source(record, field)}")
      end
      define_linkages(made, record)
      made
    end

    # None where a field is called so, as a foreign key may be.
    def define_linkages(made, record)
      record.held.each do |field|
        name = linkage(field)
        next if name.nil? || made.method_defined?(name)

        attribute = attribute(field)
        id = attribute(@model.resource_of(field.type).field("id"))
        ids = field.type.kind == :list ? "#{attribute}&.map(&:#{id})" : "#{attribute}&.#{id}"
        Source.define(made, "def #{name} = #{ids}")
      end
    end

    # `comments.map { |one| one.commenter.name }`
    def path_source(fields)
      field, *rest = fields
      return attribute(field).to_s if rest.empty?
      return "#{attribute(field)}.#{path_source(rest)}" unless field.type.kind == :list

      method = rest.any? { |one| one.type.kind == :list } ? "flat_map" : "map"
      "#{attribute(field)}.#{method} { |one| one.#{path_source(rest)} }"
    end
  end
end

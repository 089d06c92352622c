# frozen_string_literal: true

require_relative "source"

Documents = Module.new

module Wiremark
  # The natural model: a class with accessors for each record, as a programmer would write it for this schema.
  # docs/PROTOCOL.md lists the types.
  #
  # - Computed fields are methods. Fields that link to resources also have a method for the ids, as associations have in
  #   frameworks: `user_id`, `posts_ids`.
  # - An accessor has its field's name if that is an identifier and no existing method; otherwise it is `field_0` and so on.
  class Natural
    # Ruby's own methods, listed before a library is loaded: methods that libraries add don't change accessors' names.
    TAKEN = (Object.instance_methods + Object.private_instance_methods).freeze
    KEYWORDS = %i[__ENCODING__ __FILE__ __LINE__ BEGIN END alias and begin break case class def defined do else elsif
                  end ensure false for if in module next nil not or redo rescue retry return self super then true undef
                  unless until when while yield].freeze
    # Methods that libraries call on objects, or add to all objects; reserved even for serializers without such a library.
    FRAMEWORKS = %i[acts_like as_json attributes call deep_dup each errors html_safe in instance_values presence
                    read_attribute_for_serialization serializable_hash try with with_options].freeze
    # Names allowed for accessors: no constants, no block parameters such as `_1`, no conversions such as `to_s`,
    # which Ruby calls itself.
    PLAIN = /\A(?!_\d|to_)[a-z_][A-Za-z0-9_]*\z/

    attr_reader :model, :classes

    # No accessor gets a name in `reserved`. `space` is the module in which the classes are defined.
    def initialize(model, reserved: [], space: Documents)
      @model = model
      @space = space
      @attributes = spell(TAKEN + KEYWORDS + FRAMEWORKS + reserved)
      @classes = model.records.transform_values { |record| make_class(record) }
    end

    def attribute(field) = @attributes.fetch(field.name)

    # Returns the method for the ids of linked resources; nil if the field links to none.
    def linkage(field)
      return unless @model.resource_of(field.type)

      :"#{attribute(field)}_#{field.type.kind == :list ? "ids" : "id"}"
    end

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

    # Defines the methods for ids, except where a field, such as a foreign key, has the same name.
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

    # Returns source such as `comments.map { |one| one.commenter.name }`.
    def path_source(fields)
      field, *rest = fields
      return attribute(field).to_s if rest.empty?
      return "#{attribute(field)}.#{path_source(rest)}" unless field.type.kind == :list

      method = rest.any? { |one| one.type.kind == :list } ? "flat_map" : "map"
      "#{attribute(field)}.#{method} { |one| one.#{path_source(rest)} }"
    end
  end
end

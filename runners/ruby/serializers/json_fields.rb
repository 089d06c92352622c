# frozen_string_literal: true

# Describes how a record's fields are written as JSON, for serializers that generate code in a library's DSL. A field can
# be an attribute with its own name, an association, or an expression that an application would write in a block.
class JsonFields
  # `key` is the name in documents, `reader` the method that returns the value. `form` is how the value is written:
  #
  # `:plain`  the reader's value needs no conversion
  # `:one`    a record of the type `record`, or nil
  # `:many`   a list of records of the type `record`, or nil
  # `:value`  the expression `source` returns the JSON value, or nil
  Entry = Struct.new(:field, :key, :reader, :form, :record, :convert, keyword_init: true) do
    def type = field.type
    def plain? = form == :plain
    def association? = %i[one many].include?(form)

    def named? = key == reader.name

    def symbol = key.to_sym.inspect

    # A required `any` field isn't nullable, although nil is one of its values.
    def null? = !field.required?

    def source(object = "object") = convert.call("#{object}.#{reader}")
  end

  # The block returns an expression that converts a record to a hash. It is called for records that no association
  # writes, such as those in a map or in a list of lists, with the record's name and the expression for the record.
  def initialize(schema, &record_source)
    @schema = schema
    @model = schema.model
    @record_source = record_source || ->(_record, value) { value }
    @entries = {}
    @reach = {}
  end

  def of(record)
    @entries[record] ||= @model.records.fetch(record).fields.map { |field| entry(field) }
  end

  def root = list? ? @model.root.of.name : @model.root.name

  # Returns whether documents are lists of records; raises Unsupported if they are neither lists nor records.
  def list?
    return false if @model.root.kind == :record
    return true if @model.root.kind == :list && @model.root.of.kind == :record

    raise Wiremark::Unsupported, "the library writes records and lists of records, and these documents are neither"
  end

  # Returns the record types in documents, each after the types that it contains, except recursive ones.
  def records
    @records ||= [].tap { |found| visit(root, found, {}) }
  end

  # Creates a class for each record by `make` and evaluates code in it: for each field, the line that the block
  # returns. These lines may refer to other classes by the record's name and `suffix`.
  def define(suffix, make)
    classes = records.to_h { |record| [record, make.call] }
    bodies = records.map do |record|
      lines = Wiremark::Source.indent(of(record).map { |entry| yield(entry, record) })
      ["#{record}#{suffix}.class_eval do", *lines, "end"].join("\n")
    end
    constants = classes.transform_keys { |record| :"#{record}#{suffix}" }
    Wiremark::Source.evaluate(suffix, bodies.join("\n"), constants)
    classes
  end

  # Returns the field as a value instead of an association; its `source` converts records to hashes.
  def unassociated(entry)
    return entry unless entry.association?

    Entry.new(**entry.to_h, form: :value, convert: ->(read) { value_source(entry.field, read) })
  end

  def deep?
    associations = records.flat_map { |record| of(record).select(&:association?) }
    associations.any? { |entry| of(entry.record).any?(&:association?) }
  end

  def cyclic?(record, entry)
    needed = within(entry.type)
    !needed.nil? && (needed == record || reach(needed).include?(record))
  end

  # Returns whether a record type is used in exactly one place: as the root or in one field.
  def once?(record)
    @uses ||= records.flat_map { |user| of(user).filter_map { |entry| within(entry.type) } }.tally
    @uses.fetch(record, 0) + (record == root ? 1 : 0) == 1
  end

  # Returns the name of the record that a type is, or that its lists and maps contain; nil if they contain none.
  def within(type)
    type = type.of while type.of
    type.name if type.kind == :record
  end

  private

  def entry(field)
    form = form_of(field.type)
    Entry.new(
      field: field, key: field.name, reader: @schema.natural.attribute(field), form: form, record: within(field.type),
      convert: form == :value ? ->(read) { value_source(field, read) } : :itself.to_proc
    )
  end

  def form_of(type)
    return :one if type.kind == :record
    return :many if type.kind == :list && type.of.kind == :record

    converted?(type) ? :value : :plain
  end

  def converted?(type)
    type = type.of while type.of
    type.kind == :record || @schema.json_scalars.key?(type.kind)
  end

  def value_source(field, read)
    return convert(field.type, read, 1) if field.required?

    "((value = #{read}) && #{convert(field.type, "value", 1)})"
  end

  def convert(type, value, depth)
    case type.kind
    when :record then @record_source.call(type.name, value)
    when :list, :map
      method = type.kind == :list ? "map" : "transform_values"
      "#{value}.#{method} { |one#{depth}| #{convert(type.of, "one#{depth}", depth + 1)} }"
    else format(@schema.json_scalars.fetch(type.kind), value)
    end
  end

  def visit(record, found, seen)
    return if seen[record]

    seen[record] = true
    of(record).each { |entry| visit(within(entry.type), found, seen) if within(entry.type) }
    found << record
  end

  def reach(record)
    @reach[record] ||= begin
      found = {}
      waiting = [record]
      until waiting.empty?
        of(waiting.shift).each do |entry|
          needed = within(entry.type)
          next if needed.nil? || found[needed]

          found[needed] = true
          waiting << needed
        end
      end
      found
    end
  end
end

# frozen_string_literal: true

# What rows that generate code in a library's own DSL need to know of a record's fields in JSON: which can be named as they are,
# which are associations, and which need an expression, as an application would write it in a block.
class JsonFields
  # `key` stands in documents, `reader` is the method that gives the value. `form` says how it is written:
  #
  # `:plain`  what the reader gives is JSON's already
  # `:one`    a record of the type `record`, or nil
  # `:many`   a list of records of the type `record`, or nil
  # `:value`  `source` gives what JSON has, or nil
  Entry = Struct.new(:field, :key, :reader, :form, :record, :convert, keyword_init: true) do
    def type = field.type
    def plain? = form == :plain
    def association? = %i[one many].include?(form)

    # Whether the method has the name that documents have.
    def named? = key == reader.name

    # The key as a symbol, in Ruby source.
    def symbol = key.to_sym.inspect

    # Whether the value may be nil; `any` has nil as one of its values.
    def null? = !field.required?

    # Ruby source of what JSON has, for an object that is in the variable of this name.
    def source(object = "object") = convert.call("#{object}.#{reader}")
  end

  # The block gives the source of an expression that makes hashes of a record which is within a map or a list of lists. It
  # takes the record's name and the source of the value.
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

  # The record that a document consists of.
  def root = list? ? @model.root.of.name : @model.root.name

  # Whether documents are lists of records.
  def list?
    return false if @model.root.kind == :record
    return true if @model.root.kind == :list && @model.root.of.kind == :record

    raise Wiremark::Unsupported, "the library writes records and lists of records, and these documents are neither"
  end

  # The records that a document consists of, each after those that it needs, as far as they don't need it in turn.
  def records
    @records ||= [].tap { |found| visit(root, found, {}) }
  end

  # Classes for all records by name, made by `make` and opened with the lines that the block gives for each record's entries.
  # In these lines, classes are called as their records are, with `suffix`.
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

  # The same field without the library's own word for associations: `source` makes hashes of its records.
  def unassociated(entry)
    return entry unless entry.association?

    Entry.new(**entry.to_h, form: :value, convert: ->(read) { value_source(entry.field, read) })
  end

  # Whether anything that is associated with a record has associations of its own.
  def deep?
    associations = records.flat_map { |record| of(record).select(&:association?) }
    associations.any? { |entry| of(entry.record).any?(&:association?) }
  end

  # Whether what the field holds may hold the record itself again.
  def cyclic?(record, entry)
    needed = within(entry.type)
    !needed.nil? && (needed == record || reach(needed).include?(record))
  end

  # Whether the record stands in one place only, and never within itself.
  def once?(record)
    @uses ||= records.flat_map { |user| of(user).filter_map { |entry| within(entry.type) } }.tally
    @uses.fetch(record, 0) + (record == root ? 1 : 0) == 1
  end

  # The record that a value of this type has somewhere, through lists and maps; else nil.
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

  # All records that one of this name may have within.
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

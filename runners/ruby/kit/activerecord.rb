# frozen_string_literal: true

require "active_record"
require "sqlite3"
require_relative "errors"
require_relative "fixture_reader"
require_relative "natural"
require_relative "source"

module Wiremark
  # Documents of ActiveRecord's objects, for datasets with `objects = "activerecord"`: a table in memory for each
  # record, all associations loaded, so that nothing is asked of the database while an object is read. As in Alba's
  # benchmark, https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb.
  #
  # - Each record is a resource. A record in a field is a `belongs_to`, a list of records a `has_many`.
  # - What is computed along a list's records to a column of what these belong to goes by `has_many through`, as there.
  # - A document that is a list is a loaded relation. Records with the same id are one object.
  #
  # It is to serializers what natural.rb is for plain objects.
  class ActiveRecordObjects
    COLUMNS = {
      boolean: [:boolean], int32: [:integer, { limit: 4 }], int64: [:bigint], double: [:float], string: [:text],
      enum: [:string], uuid: [:string], instant: [:datetime, { precision: 3 }], bytes: [:binary]
    }.freeze

    # A table: its `columns` by name, its associations by name as Link, and the names of those that go `through`
    # another.
    Table = Struct.new(:record, :klass, :columns, :ones, :manys, :through)
    # The column `key` is in the table that belongs to the other.
    Link = Struct.new(:table, :key)

    attr_reader :model, :classes

    def initialize(model)
      @model = model
      methods = ActiveRecord::Base.instance_methods + ActiveRecord::Base.private_instance_methods
      @plain = Natural.new(model, reserved: methods - [:id], space: Module.new)
      @reader = FixtureReader.new(@plain)
      ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
      @tables = model.records.transform_values { |record| make_table(record) }
      @tables.each_value { |table| link(table) }
      @classes = @tables.transform_values(&:klass)
      @tables.each_value { |table| create(table) }
      @root = root_table
      @includes = includes(@root, [])
      freeze
    end

    def attribute(field) = @plain.attribute(field)

    # `commenter_id`, `comment_ids`.
    def linkage(field)
      return unless @model.resource_of(field.type)

      name = attribute(field).name
      field.type.kind == :list ? :"#{name.singularize}_ids" : :"#{name}_id"
    end

    # The documents of a fixture.
    def read(path) = @reader.read(path).map { |document| load(document) }

    private

    def root_table
      record = @model.resource_of(@model.root)
      raise Unsupported, "documents are neither resources nor lists of them: they are in no table" unless record

      @tables[record.name]
    end

    def make_table(record)
      raise Unsupported, "#{record.name} is no resource: it has no table to be in" unless record.resource

      columns = record.held.reject { |field| @model.resource_of(field.type) }.to_h do |field|
        [attribute(field).name, COLUMNS.fetch(field.type.kind) { no_column(record, field) }]
      end
      made = Class.new(ActiveRecord::Base)
      Documents.const_set(record.name, made)
      made.table_name = "#{record.name.underscore}_records"
      made.primary_key = "id"
      # A column `type` is a field like others.
      made.inheritance_column = nil
      Table.new(record, made, columns, {}, {}, [])
    end

    def no_column(record, field)
      raise Unsupported, "#{record.name}.#{field.name} is a #{field.type.kind}, which no column of a table can be"
    end

    # Gives a table its associations, and itself or others the columns that these go by.
    def link(table)
      fields = table.record.held.select { |field| @model.resource_of(field.type) }
      fields.each do |field|
        other = @tables[@model.resource_of(field.type).name]
        if field.type.kind == :list
          raise Unsupported, "#{field.name} may be null, which no has_many is" unless field.required?

          has_many(table, attribute(field).name, other)
        else
          belongs_to(table, attribute(field).name, other)
        end
      end
      table.record.properties.select(&:computed?).each { |field| compute(table, field) }
    end

    def belongs_to(table, name, other)
      key = key_column(table, "#{name}_id", other)
      table.ones[name] = Link.new(other, key)
      table.klass.belongs_to(name.to_sym, class_name: "::#{other.klass.name}", foreign_key: key, optional: true)
    end

    def has_many(table, name, other) # rubocop:disable Naming/PredicatePrefix
      key = key_column(other, "#{table.record.name.underscore}_id", table)
      table.manys[name] = Link.new(other, key)
      table.klass.has_many(name.to_sym, class_name: "::#{other.klass.name}", foreign_key: key)
    end

    # Adds a column to a table for ids of another.
    def key_column(table, name, other)
      name = "#{name}_key" while table.columns.key?(name)
      table.columns[name] = other.columns.fetch("id")
      name
    end

    # `def commenter_names = commenters.pluck(:name)`, as the page has it: what is loaded isn't asked for once more.
    # Where a path has another shape, as a plain object would compute it.
    def compute(table, field)
      source = through(table, field) || @plain.computation_source(table.record, field)
      Source.define(table.klass, "def #{attribute(field)} = #{source}")
    end

    def through(table, field)
      parts = field.computed.parts
      many, one, column = path(table.record, parts) if field.computed.kind == :path && parts.length == 3
      return unless many&.type&.kind == :list && one.type.kind == :record && !column.type.of

      name = attribute(one).name.pluralize
      return if table.klass.method_defined?(name) || table.columns.key?(name)

      table.klass.has_many(name.to_sym, through: attribute(many), source: attribute(one))
      table.through << name
      "#{name}.pluck(:#{attribute(column)})"
    end

    def path(record, steps)
      steps.map do |step|
        field = record.field(step)
        record = @model.records[(field.type.of || field.type).name]
        field
      end
    end

    def create(table)
      connection.create_table(table.klass.table_name, id: false) do |definition|
        table.columns.each { |name, (type, options)| definition.column(name, type, **options.to_h) }
      end
    end

    # All that is to be loaded with a record.
    def includes(table, above)
      if above.include?(table)
        raise Unsupported, "#{table.record.name} is within itself: how deep it is loaded would have to be known"
      end

      links = table.ones.merge(table.manys)
      loaded = links.to_h { |name, link| [name.to_sym, includes(link.table, [*above, table])] }
      loaded.merge(table.through.to_h { |name| [name.to_sym, {}] })
    end

    def connection = ActiveRecord::Base.connection

    def load(document)
      plain = @model.root.kind == :list ? document : [document]
      rows = @tables.each_value.to_h { |table| [table, {}] }.compare_by_identity
      plain.each { |object| store(rows, @root, object) }
      rows.each { |table, records| insert(table, records.each_value) }
      relation = @root.klass.includes(@includes).load
      rows.each_key { |table| connection.execute("DELETE FROM #{table.klass.quoted_table_name}") }
      compare(@root, plain, relation.to_a)
      @model.root.kind == :list ? relation : relation.first
    end

    # The row of a record, made with those of its associations when it is first met.
    def store(rows, table, object)
      rows[table][object.id] ||= {}.tap do |row|
        rows[table][object.id] = row
        table.record.held.each do |field|
          name = attribute(field).name
          value = object.public_send(name)
          if (link = table.ones[name])
            row[link.key] = store(rows, link.table, value)["id"] if value
          elsif (link = table.manys[name])
            value.each { |one| store(rows, link.table, one)[link.key] = object.id }
          else
            row[name] = value
          end
        end
      end
    end

    # By SQLite's own statements: a record at a time through ActiveRecord takes a second for a thousand.
    def insert(table, rows)
      names = table.columns.keys
      types = names.map { |name| table.klass.type_for_attribute(name) }
      columns = names.map { |name| connection.quote_column_name(name) }.join(", ")
      sql = "INSERT INTO #{table.klass.quoted_table_name} (#{columns}) VALUES (#{(["?"] * names.length).join(", ")})"
      connection.raw_connection.prepare(sql) do |statement|
        rows.each do |row|
          statement.execute(names.zip(types).map { |name, type| connection.type_cast(type.serialize(row[name])) })
        end
      end
    end

    # A record can't be in two lists, nor twice in one, when it has but one column for the list that it is in.
    def compare(table, plain, loaded)
      unless plain.map(&:id) == loaded.map(&:id)
        raise Unsupported, "a #{table.record.name} is in several places, or in another order than in its table"
      end

      plain.zip(loaded) do |one, other|
        table.ones.merge(table.manys).each do |name, link|
          compare(link.table, Array(one.public_send(name)), Array(other.public_send(name)))
        end
      end
    end
  end
end

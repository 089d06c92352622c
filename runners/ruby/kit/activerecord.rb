# frozen_string_literal: true

require "active_record"
require "sqlite3"
require_relative "errors"
require_relative "fixture_reader"
require_relative "natural"
require_relative "source"

module Wiremark
  # Documents as ActiveRecord objects, for datasets with `objects = "activerecord"`. Each record has an in-memory
  # table, and all associations are loaded, so that reading an object needs no query. This follows Alba's benchmark:
  # https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
  #
  # - Each record must be a JSON:API resource. A record in a field is a `belongs_to`, a list of records a `has_many`.
  # - A computed field with a path such as `comments[].commenter.name` (a list, a record, a column) uses `has_many through`.
  # - A document that is a list is a loaded relation. Records with the same id are one object.
  class ActiveRecordObjects
    COLUMNS = {
      boolean: [:boolean], int32: [:integer, { limit: 4 }], int64: [:bigint], double: [:float], string: [:text],
      enum: [:string], uuid: [:string], instant: [:datetime, { precision: 3 }], bytes: [:binary]
    }.freeze

    # `columns` and `links` (associations) are by name, `through` has the names of `has_many through` associations, and
    # `rows` are the current document's rows by id.
    Table = Struct.new(:record, :klass, :columns, :links, :through, :rows)
    # `key` is the column with the association's ids: in the other record's table if `many`, else in the record's own.
    Link = Struct.new(:table, :key, :many)

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
      root = model.resource_of(model.root) or
        raise Unsupported, "documents are neither resources nor lists of them: they are in no table"
      @root = @tables[root.name]
      @includes = includes(@root, [])
      freeze
    end

    # Returns this object, which has the public methods of a Natural (natural.rb) that serializers call.
    def natural = self

    def attribute(field) = @plain.attribute(field)

    # Returns the method for an association's ids, such as `commenter_id` or `comment_ids`; nil for other fields.
    def linkage(field)
      return unless @model.resource_of(field.type)

      name = attribute(field).name
      field.type.kind == :list ? :"#{name.singularize}_ids" : :"#{name}_id"
    end

    def read(path) = @reader.read(path).map { |document| load(document) }

    private

    def make_table(record)
      raise Unsupported, "#{record.name} is no resource: it has no table to be in" unless record.resource

      columns = record.held.reject { |field| @model.resource_of(field.type) }.to_h do |field|
        column = COLUMNS[field.type.kind] or
          raise Unsupported, "#{record.name}.#{field.name} is a #{field.type.kind}, which no column of a table can be"
        [attribute(field).name, column]
      end
      made = Class.new(ActiveRecord::Base)
      Documents.const_set(record.name, made)
      made.table_name = "#{record.name.underscore}_records"
      made.primary_key = "id"
      # By default, ActiveRecord reads the name of a class from a column called `type`.
      made.inheritance_column = nil
      Table.new(record, made, columns, {}, [], {})
    end

    def link(table)
      table.record.held.each do |field|
        resource = @model.resource_of(field.type)
        associate(table, field, @tables[resource.name]) if resource
      end
      table.record.properties.select(&:computed?).each { |field| compute(table, field) }
    end

    def associate(table, field, other)
      name = attribute(field)
      many = field.type.kind == :list
      raise Unsupported, "#{field.name} may be null, which no has_many is" if many && !field.required?

      key = many ? key_column(other, "#{table.record.name.underscore}_id", table) : key_column(table, "#{name}_id", other)
      options = { class_name: "::#{other.klass.name}", foreign_key: key }
      many ? table.klass.has_many(name, **options) : table.klass.belongs_to(name, **options, optional: true)
      table.links[name] = Link.new(other, key, many)
    end

    def key_column(table, name, other)
      name = "#{name}_key" while table.columns.key?(name)
      table.columns[name] = other.columns.fetch("id")
      name
    end

    # Defines a computed field's method. For the path of a list, a record and a column it is `def commenter_names =
    # commenters.pluck(:name)`, as in the benchmark; `pluck` reads loaded records without a query. Other fields are
    # computed as for plain objects.
    def compute(table, field)
      source = through(table, field) || @plain.computation_source(table.record, field)
      Source.define(table.klass, "def #{attribute(field)} = #{source}")
    end

    def through(table, field)
      path = @model.path(table.record, field)
      return unless path&.length == 3

      many, one, column = path
      return unless many.type.kind == :list && one.type.kind == :record && !column.type.of

      name = attribute(one).name.pluralize
      return if table.klass.method_defined?(name) || table.columns.key?(name)

      table.klass.has_many(name.to_sym, through: attribute(many), source: attribute(one))
      table.through << name.to_sym
      "#{name}.pluck(:#{attribute(column)})"
    end

    def create(table)
      connection.create_table(table.klass.table_name, id: false) do |definition|
        table.columns.each { |name, (type, options)| definition.column(name, type, **options.to_h) }
      end
    end

    def includes(table, above)
      if above.include?(table)
        raise Unsupported, "#{table.record.name} is within itself: how deep it is loaded would have to be known"
      end

      loaded = table.links.transform_values { |link| includes(link.table, [*above, table]) }
      loaded.merge(table.through.to_h { |name| [name, {}] })
    end

    def connection = ActiveRecord::Base.connection

    def load(document)
      plain = @model.root.kind == :list ? document : [document]
      plain.each { |object| store(@root, object) }
      @tables.each_value { |table| insert(table) }
      relation = @root.klass.includes(@includes).load
      @tables.each_value { |table| empty(table) }
      compare(@root, plain, relation.to_a)
      @model.root.kind == :list ? relation : relation.first
    end

    # Returns the row of a record. At the record's first occurrence, creates its row and the rows of its associations.
    def store(table, object)
      table.rows[object.id] ||= {}.tap do |row|
        table.rows[object.id] = row
        table.record.held.each do |field|
          name = attribute(field)
          value = object.public_send(name)
          link = table.links[name]
          if link.nil? then row[name.name] = value
          elsif link.many then value.each { |one| store(link.table, one)[link.key] = object.id }
          elsif value then row[link.key] = store(link.table, value)["id"]
          end
        end
      end
    end

    # Inserts rows by SQL: ActiveRecord would need a second for a thousand records.
    def insert(table)
      types = table.columns.to_h { |name, _| [name, table.klass.type_for_attribute(name)] }
      sql = "INSERT INTO #{table.klass.quoted_table_name} VALUES (#{(["?"] * types.size).join(", ")})"
      connection.raw_connection.prepare(sql) do |statement|
        table.rows.each_value do |row|
          statement.execute(types.map { |name, type| connection.type_cast(type.serialize(row[name])) })
        end
      end
    end

    def empty(table)
      table.rows.clear
      connection.execute("DELETE FROM #{table.klass.quoted_table_name}")
    end

    # Raises Unsupported if a loaded list differs from the document's. In tables, a record can be in only one list, only
    # once, and lists have the table's order. Also reads every value, so that objects convert values now and not in a
    # timed operation.
    def compare(table, plain, loaded)
      unless plain.map(&:id) == loaded.map(&:id)
        raise Unsupported, "a #{table.record.name} is in several places, or in another order than in its table"
      end

      plain.zip(loaded) do |one, other|
        table.record.properties.each { |field| other.public_send(attribute(field).name) }
        table.links.each do |name, link|
          compare(link.table, Array(one.public_send(name)), Array(other.public_send(name)))
        end
      end
    end
  end
end

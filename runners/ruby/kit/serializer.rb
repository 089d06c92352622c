# frozen_string_literal: true

require_relative "conversion"
require_relative "errors"

module Wiremark
  # What a row can do: lambdas or methods with one argument, nil for what its library can't. The loop calls them as they
  # are: the plainer the callable, the better.
  #
  # - `prepare` makes the library's own object of a natural one, for rows that are measured from it. Never timed.
  # - `write_tree` writes what `to_tree` or `parse_tree` gave. Never timed.
  Operations = Struct.new(:serialize, :deserialize, :prepare, :to_tree, :parse_tree, :write_tree, keyword_init: true)

  # What `create` of a row is given.
  #
  # - `model`: what a document is, see model.rb. `natural`: the classes that documents consist of, and how their methods
  #   are called; those of the framework's if `objects` says that objects are a framework's, such as "activerecord".
  # - `artifacts`: paths of what runner.toml's `artifacts` asked for, by kind.
  # - `json_schema`: path of the dataset's JSON Schema.
  # - `task`: `serialize`, `deserialize`, `to-tree` or `parse-tree`; no other needs to be prepared.
  Schema = Struct.new(:model, :natural, :artifacts, :json_schema, :task, keyword_init: true) do
    def objects = model.objects

    # How JSON has scalars that it has no type for, as conversion.rb takes it. RFC 3339 in UTC with milliseconds, by one
    # format: Time#iso8601 makes the same of three.
    def json_scalars = { instant: '%s.strftime("%%FT%%T.%%LZ")', bytes: '[%s].pack("m0")' }

    # The way back: https://docs.ruby-lang.org/en/3.1/Time.html#method-c-iso8601
    def json_scalars_back
      require "time"
      { instant: "Time.iso8601(%s)", bytes: '%s.unpack1("m0")' }
    end

    # For DSLs that take a block: Ruby source of an expression of `object` that gives what a generator of JSON knows.
    # Nil where the library can call the method of the field's name and pass on what it gives, and where there are
    # records in the value, which are the DSL's own matter.
    def json_source(field)
      type = field.type
      type = type.of while type.of
      return if type.kind == :record

      read = "object.#{natural.attribute(field)}"
      convert = JsonSource.new(json_scalars)
      unless convert.needed?(field.type)
        return natural.attribute(field).name == field.name ? nil : read
      end
      return convert.of(field.type, read) if field.required?

      "(value = #{read}) && #{convert.of(field.type, "value")}"
    end
  end

  # Expressions that convert lists and maps of scalars.
  class JsonSource
    def initialize(scalars)
      @scalars = scalars
    end

    def needed?(type) = type.of ? needed?(type.of) : @scalars.key?(type.kind)

    def of(type, value, depth = 1)
      return format(@scalars.fetch(type.kind), value) unless type.of

      one = "one#{depth}"
      "#{value}.#{type.kind == :list ? "map" : "transform_values"} { |#{one}| #{of(type.of, one, depth + 1)} }"
    end
  end
end

# frozen_string_literal: true

require_relative "conversion"
require_relative "errors"

module Wiremark
  # What a row can do: lambdas or methods with one argument, nil for what its library can't. The loop calls them as they
  # are: the plainer the callable, the better.
  #
  # - `prepare` makes the library's own object of a natural one, for rows with `bound = "prefilled"`. Never timed.
  # - `write_tree` writes what `to_tree` or `parse_tree` gave. Never timed.
  Operations = Struct.new(:serialize, :deserialize, :prepare, :to_tree, :parse_tree, :write_tree, keyword_init: true)

  # What `create` of a row is given.
  #
  # - `model`: what a document is, see model.rb. `natural`: the classes that documents consist of, and how their methods
  #   are called; those of the framework's if `objects` says that objects are a framework's, such as "activerecord".
  # - `artifacts`: paths of what runner.toml's `artifacts` asked for, by kind.
  # - `json_schema`: path of the dataset's JSON Schema.
  # - `task`: `serialize`, `deserialize`, `to-tree` or `parse-tree`; no other needs to be prepared.
  Schema = Struct.new(:natural, :artifacts, :json_schema, :task, keyword_init: true) do
    def model = natural.model
    def objects = model.objects

    # How JSON has scalars that it has no type for, as conversion.rb takes it. RFC 3339 in UTC with milliseconds, by one
    # format: Time#iso8601 makes the same of three.
    def json_scalars = { instant: '%s.strftime("%%FT%%T.%%LZ")', bytes: '[%s].pack("m0")' }

    # The way back: https://docs.ruby-lang.org/en/3.1/Time.html#method-c-iso8601
    def json_scalars_back
      require "time"
      { instant: "Time.iso8601(%s)", bytes: '%s.unpack1("m0")' }
    end
  end
end

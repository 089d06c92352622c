# frozen_string_literal: true

require_relative "conversion"
require_relative "errors"

module Wiremark
  # The library's operations: lambdas or methods with one argument; nil for operations that it doesn't support. The loop
  # calls them directly, so use the plainest callable.
  #
  # - `prepare` creates the library's own object from a document, for rows with `bound = "prefilled"`. Never timed.
  # - `write_tree` writes the tree of `to_tree` or `parse_tree`. Never timed.
  Operations = Struct.new(:serialize, :deserialize, :prepare, :to_tree, :parse_tree, :write_tree, keyword_init: true)

  # Argument of a serializer's `create`.
  #
  # - `natural`: the classes of documents and names of their methods; a framework's classes if `objects` names one, such as
  #   "activerecord".
  # - `artifacts`: paths of the files that `artifacts` in runner.toml requests, by kind.
  # - `json_schema`: path of the dataset's JSON Schema.
  # - `task`: `serialize`, `deserialize`, `to-tree` or `parse-tree`: the only task of this process, so that `create` may
  #   leave out the operations of others.
  Schema = Struct.new(:natural, :artifacts, :json_schema, :task, keyword_init: true) do
    def model = natural.model
    def objects = model.objects

    # Conversions (conversion.rb) of types that JSON doesn't have, for writing. Instants are RFC 3339 in UTC with
    # milliseconds. One strftime is faster than Time#iso8601, which in Ruby 3.1 joins the results of two.
    def json_scalars = { instant: '%s.strftime("%%FT%%T.%%LZ")', bytes: '[%s].pack("m0")' }

    # The same for reading: https://docs.ruby-lang.org/en/3.1/Time.html#method-c-iso8601
    def json_scalars_back
      require "time"
      { instant: "Time.iso8601(%s)", bytes: '%s.unpack1("m0")' }
    end
  end
end

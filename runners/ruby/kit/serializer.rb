# frozen_string_literal: true

require_relative "conversion"
require_relative "errors"

module Wiremark
  # Operations of a row: lambdas or methods with one argument, nil for those its library doesn't support. The loop calls them
  # directly: use the plainest callable.
  #
  # - `prepare` creates the library's own object from a natural one, for rows with `bound = "prefilled"`. Never timed.
  # - `write_tree` writes the tree of `to_tree` or `parse_tree`. Never timed.
  Operations = Struct.new(:serialize, :deserialize, :prepare, :to_tree, :parse_tree, :write_tree, keyword_init: true)

  # Argument of a row's `create`.
  #
  # - `model`: the types of documents, see model.rb. `natural`: the classes of documents and names of their methods;
  #   a framework's classes if `objects` names one, such as "activerecord".
  # - `artifacts`: paths by kind of the artifacts that runner.toml requests.
  # - `json_schema`: path of the dataset's JSON Schema.
  # - `task`: `serialize`, `deserialize`, `to-tree` or `parse-tree`; only this one has to be prepared.
  Schema = Struct.new(:natural, :artifacts, :json_schema, :task, keyword_init: true) do
    def model = natural.model
    def objects = model.objects

    # Conversions to JSON for conversion.rb, of kinds that JSON doesn't have. Instants are RFC 3339 in UTC with milliseconds;
    # one strftime format is faster than Time#iso8601, which combines three.
    def json_scalars = { instant: '%s.strftime("%%FT%%T.%%LZ")', bytes: '[%s].pack("m0")' }

    # Conversions from JSON: https://docs.ruby-lang.org/en/3.1/Time.html#method-c-iso8601
    def json_scalars_back
      require "time"
      { instant: "Time.iso8601(%s)", bytes: '%s.unpack1("m0")' }
    end
  end
end

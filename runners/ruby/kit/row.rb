# frozen_string_literal: true

require_relative "errors"
require_relative "frames"
require_relative "gems"
require_relative "place"
require_relative "results"
require_relative "serializer"
require_relative "trial"

module Wiremark
  class LoadedRow
    def initialize(job, objects)
      @job = job
      @objects = objects
      @task = job["task"].tr("-", "_").freeze
      row = load_row(job["serializer"])
      replace_encoder if ENV["WIREMARK_RUBY_OJ"] == "1"
      version = row.const_defined?(:GEM) ? Gems.version_of(row::GEM) : row::VERSION
      schema = Schema.new(natural: objects.natural, artifacts: job["artifact"], json_schema: job["schema"], task: job["task"])
      operations = row.create(schema) or raise Refusal, "create returned nil instead of operations"
      @version = version.to_s
      @operations = [@task, "prepare", "write_tree"].to_h { |name| [name, operations[name]] }
    end

    def trial
      Trial.new(@version, run: operation(@task), read: reader, finish: results.method(:frames))
    end

    private

    def load_row(serializer)
      file = File.expand_path("../serializers/#{serializer.tr("-", "_")}.rb", __dir__)
      raise Unavailable, "there is no serializer #{serializer}" unless File.exist?(file)

      require file
      row = Object.const_get(:Row) if Object.const_defined?(:Row)
      return row if row.respond_to?(:create) && %i[GEM VERSION].any? { |name| row.const_defined?(name) }

      raise Refusal, "its file must define the module Row, with create(schema) and with GEM or VERSION"
    rescue LoadError => e
      raise Unavailable, Place.spell_missing(e, serializer)
    end

    # Replaces ActiveSupport's encoder and `to_json` of objects by Oj, as in a Rails program. Loads ActiveSupport even if
    # the row's library doesn't need it: https://github.com/ohler55/oj/blob/develop/pages/Rails.md
    def replace_encoder
      require "active_support"
      require "active_support/json"
      require "oj"
      Oj.optimize_rails
    rescue LoadError => e
      raise Unsupported, "Oj.optimize_rails needs Oj and ActiveSupport among the row's gems: #{e.message}"
    end

    def reader
      return Frames.reader(kind) if %w[deserialize parse_tree].include?(@task)

      objects = @objects
      prepare = @operations["prepare"] or return objects.method(:read)
      raise Refusal, 'to prepare documents it needs bound = "prefilled"' unless @job["bound"] == "prefilled"

      ->(path) { objects.read(path).map { |document| prepare.call(document) } }
    end

    def results
      case @task
      when "serialize" then Results.outputs(kind)
      when "deserialize" then Results.objects(@objects.natural)
      else Results.trees(@task, operation("write_tree"), kind)
      end
    end

    def operation(name)
      @operations[name] or raise Unsupported, "#{@job["serializer"]} has no #{name} for the task #{@job["task"]}"
    end

    def kind = @job["output"]
  end
end

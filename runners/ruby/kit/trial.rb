# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_reader"
require_relative "fixture_writer"
require_relative "frames"
require_relative "limits"
require_relative "loop"
require_relative "model"
require_relative "natural"
require_relative "place"
require_relative "sample"
require_relative "serializer"

module Wiremark
  # One job made ready: the serializer, its documents, and what the commands do with them.
  class Trial
    # Which operations a task needs; the first is the one that is timed.
    OPERATIONS = { "serialize" => %i[serialize], "deserialize" => %i[deserialize],
                   "to-tree" => %i[to_tree write_tree], "parse-tree" => %i[parse_tree write_tree] }.freeze

    # The trial of a job, or its limit's.
    def self.prepare(job)
      model = Model.read(job.words["model"])
      return LimitTrial.new(job) { objects(model, job) } if job.limit?

      # A framework comes before what extends it, as in applications.
      natural, read = objects(model, job)
      row = load_row(job.words["serializer"])
      replace_encoder if ENV["WIREMARK_RUBY_OJ"] == "1"
      schema = Schema.new(model: model, natural: natural, artifacts: job.artifacts, json_schema: job.words["schema"],
                          task: job.words["task"])
      new(job, natural, read, row, row.create(schema))
    end

    # The module Row of a serializer's file.
    def self.load_row(serializer)
      file = File.expand_path("../serializers/#{serializer.tr("-", "_")}.rb", __dir__)
      raise Unavailable, "there is no serializer #{serializer}" unless File.exist?(file)

      require file
      row = Object.const_get(:Row) if Object.const_defined?(:Row)
      return row if row.respond_to?(:create) && %i[GEM VERSION].any? { |name| row.const_defined?(name) }

      raise Refusal, "its file must define the module Row, with create(schema) and with GEM or VERSION"
    rescue LoadError => e
      raise Unavailable, Place.spell_missing(e, serializer)
    end

    # The classes of objects, and what reads a set of documents into them.
    def self.objects(model, job)
      if model.objects.nil?
        natural = Natural.new(model)
        reader = FixtureReader.new(natural)
        return [natural, ->(file) { reader.read(file.path, file.documents) }]
      end
      raise Unsupported, "this runner has no objects of #{model.objects}" unless model.objects == "activerecord"
      raise Unsupported, "documents aren't read into objects of ActiveRecord's" if job.words["task"] == "deserialize"

      require_relative "activerecord"
      records = ActiveRecordObjects.new(model)
      [records, ->(file) { records.read(file.path, file.documents) }]
    rescue LoadError => e
      raise Unsupported, "its gems are none for ActiveRecord's objects: #{e.message}"
    end

    # Oj takes the place of ActiveSupport's encoder and of what objects' `to_json` does, as in a program of Rails, where
    # ActiveSupport is loaded whether a library needs it or not:
    # https://github.com/ohler55/oj/blob/develop/pages/Rails.md
    def self.replace_encoder
      require "active_support"
      require "active_support/json"
      require "oj"
      Oj.optimize_rails
    rescue LoadError => e
      raise Unsupported, "Oj.optimize_rails needs Oj and ActiveSupport among the row's gems: #{e.message}"
    end

    attr_reader :loop, :version

    def initialize(job, natural, read, row, operations)
      @job = job
      @natural = natural
      @operations = operations
      @task = job.words["task"]
      @version = row.const_defined?(:GEM) ? Gems.version_of(row::GEM) : row::VERSION
      raise Refusal, "create returned nil instead of operations" if operations.nil?

      @run, = OPERATIONS.fetch(@task).map do |name|
        operations[name] || raise(Unsupported, "#{job.words["serializer"]} has no #{name} for the task #{@task}")
      end
      @read = reader(read)
      @inputs = %w[documents hard].to_h do |set|
        [set, @read.call(job.sets[job.reads_documents? ? "#{set}-input" : set])]
      end
      @loop = TimedLoop.new(look, @run, @inputs["documents"])
    end

    # Goes once through documents that this process has never seen, and keeps what comes of it for `dump`.
    def fresh(file)
      times, @fresh = TimedLoop.once(@run, @read.call(file))
      times
    end

    # All results first and the file afterwards: a buffer that is handed out twice must show. How many documents.
    def dump(set, path)
      results = set == "fresh" ? @fresh.to_a : @inputs.fetch(set).map { |document| @run.call(document) }
      case @task
      when "deserialize" then FixtureWriter.new(@natural).write(path, results)
      when "serialize"
        Frames.write(path, results.each { |one| check(one) })
        made_anew(@inputs[set], results) unless set == "fresh"
      else Frames.write(path, results.map { |tree| check(@operations.write_tree.call(tree)) })
      end
      results.length
    end

    # Why a command failed. The loop takes results for what they are declared as, and looks at nothing else while it is
    # timed: of one that is something else, that is the reason.
    def explained(error)
      return error if error.is_a?(Refusal) || @task != "serialize"

      @inputs["documents"].each { |document| check(@run.call(document)) }
      error
    rescue Refusal => e
      e
    rescue StandardError
      error
    end

    private

    # Documents as the task takes them: objects for the tasks that write, else frames.
    def reader(read)
      if @job.reads_documents?
        encoding = text? ? Encoding::UTF_8 : Encoding::BINARY
        return ->(file) { Frames.read(file.path, file.documents, encoding) }
      end
      prepare = @operations.prepare
      prepare ? ->(file) { read.call(file).map { |document| prepare.call(document) } } : read
    end

    def look
      case @task
      when "serialize" then Sample::Outputs.new
      when "deserialize" then Sample::Objects.new(@natural)
      else TimedLoop::Trees.new
      end
    end

    def text? = @job.words["output"] == "text"

    # What an operation puts out is made by it. A String that comes out once more for the same document, while others
    # have one of their own, was there before: made by `prepare`, or kept. (One buffer for all shows in what is
    # written.)
    def made_anew(inputs, results)
      return unless @run.call(inputs.first).equal?(results.first) && !results[1].equal?(results.first)

      raise Mismatch, "document 0: the same String came out twice: it was made before it was asked for"
    end

    # A serializer may not put out another kind than it declares: a text is UTF-8 and says so. A subclass might make its
    # bytes only when asked for them.
    def check(result)
      operation = OPERATIONS.fetch(@task).last
      found = result.nil? ? "nil" : result.class
      raise Refusal, "#{operation} returned #{found} instead of #{@job.words["output"]}" unless result.instance_of?(String)
      return result unless text?
      return result if result.encoding == Encoding::UTF_8 && result.valid_encoding?
      return result if result.encoding == Encoding::US_ASCII && result.ascii_only?

      raise Refusal, "#{operation} returned a String of #{result.encoding} instead of text in UTF-8"
    end
  end
end

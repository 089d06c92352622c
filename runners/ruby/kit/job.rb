# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # The job: what is to be run, see "The job" in docs/PROTOCOL.md. `words` by key, `sets` of documents by name,
  # `artifacts` their paths by kind.
  class Job
    DocumentSet = Struct.new(:documents, :path)

    PLAIN = %w[serializer format output dataset size task schema model].freeze
    SETS = %w[documents hard documents-input hard-input].freeze
    NEEDED = %w[serializer format output task schema model documents hard].freeze
    VALUES = { "output" => %w[text bytes], "task" => %w[serialize deserialize to-tree parse-tree] }.freeze

    attr_reader :words, :sets, :artifacts

    # Reads up to and with `load`; nil when the input ended before. The block gives the next line, nil at the end.
    def self.read
      first = yield
      return if first.nil?
      raise Refusal, "expected \"wiremark 3\" first, found \"#{first.join(" ")}\"" unless first == %w[wiremark 3]

      job = new
      while (line = yield)
        return job.checked if line.first == "load"

        job.take(*line)
      end
    end

    # Two values of a line.
    def self.split(key, value)
      first, space, rest = value.partition(" ")
      raise Refusal, "\"#{key}\" needs two values, found \"#{value}\"" if first.empty? || space.empty?

      [first, rest]
    end

    # A number of documents and the path of their file.
    def self.set(key, value)
      count, path = split(key, value)
      DocumentSet.new(number(count), path)
    end

    def self.number(text)
      raise Refusal, "expected a decimal number, found \"#{text}\"" unless text.match?(/\A[0-9]+\z/)

      text.to_i
    end

    def initialize
      @words = {}
      @sets = {}
      @artifacts = {}
    end

    def take(key, value)
      if key == "artifact"
        kind, path = Job.split(key, value)
        @artifacts[kind] = path
      elsif @words.key?(key) || @sets.key?(key)
        raise Refusal, "the job has \"#{key}\" twice"
      elsif PLAIN.include?(key)
        @words[key] = value
      elsif SETS.include?(key)
        @sets[key] = Job.set(key, value)
      end
    end

    def checked
      needed = reads_documents? || limit? ? [*NEEDED, "documents-input", "hard-input"] : NEEDED
      missing = needed.find { |key| !@words.key?(key) && !@sets.key?(key) }
      raise Refusal, "the job has no \"#{missing}\"" if missing

      VALUES.each do |key, values|
        raise Refusal, "unknown #{key} \"#{@words[key]}\"" unless values.include?(@words[key])
      end
      self
    end

    # Whether its task takes finished documents.
    def reads_documents? = %w[deserialize parse-tree].include?(@words["task"])

    def limit? = @words["serializer"].start_with?("limit-")
  end
end

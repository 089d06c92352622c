# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # The job: what is to be run, see "The job" in docs/PROTOCOL.md. `words` by key, `artifacts` their paths by kind.
  class Job
    attr_reader :words, :artifacts

    # Reads up to and with `load`; nil when the input ended before. The block gives the next line, nil at the end.
    def self.read
      first = yield or return
      raise Refusal, "this kit speaks wiremark 4, not #{first.join(" ")}" unless first == %w[wiremark 4]

      job = new
      while (line = yield)
        return job if line.first == "load"

        job.take(*line)
      end
    end

    def initialize
      @words = {}
      @artifacts = {}
    end

    def take(key, value)
      return @words[key] = value unless key == "artifact"

      kind, path = value.split(" ", 2)
      @artifacts[kind] = path
    end

    def [](key) = @words[key]

    # Whether its task takes finished documents.
    def reads_documents? = %w[deserialize parse-tree].include?(self["task"])

    def limit? = self["serializer"].start_with?("limit-")
  end
end

# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Reads the job ("The job" in docs/PROTOCOL.md).
  module Job
    # Returns values by key, and artifact paths by kind; nil if the input ends before `load`. The block returns the next line,
    # nil at the end.
    def self.read
      first = yield or return
      raise Refusal, "this kit speaks wiremark 4, not #{first.join(" ")}" unless first == %w[wiremark 4]

      job = { "artifact" => {} }
      while (line = yield)
        key, value = line
        return job if key == "load"

        key == "artifact" ? job[key].store(*value.split(" ", 2)) : job[key] = value
      end
    end
  end
end

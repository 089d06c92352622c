# frozen_string_literal: true

require_relative "errors"

module Wiremark
  module Job
    # Reads the job ("The job" in docs/PROTOCOL.md). The block returns the next line as key and value, nil at the end
    # of the input. Returns values by key, with artifact paths by kind; nil if the input ends before `load`.
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

# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # The job: what is to be run, see "The job" in docs/PROTOCOL.md.
  module Job
    # Its words by key, with the paths of `artifact` by kind; nil when the input ended before `load`. The block gives the next
    # line, nil at the end.
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

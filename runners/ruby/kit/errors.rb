# frozen_string_literal: true

module Wiremark
  # An error that the kit reports by a line `error KIND` (docs/PROTOCOL.md). Other exceptions are reported as crashes, and
  # those of timed operations by the reply `failed`.
  class Refusal < StandardError
    def kind = "crash"
  end

  # Raised by the kit or a serializer's `create` if the schema or task isn't supported. The message names the cause.
  class Unsupported < Refusal
    def kind = "unsupported"
  end

  # Raised if a serializer, or something that it needs, such as a gem or YJIT, is missing.
  class Unavailable < Refusal
    def kind = "unavailable"
  end

  class Mismatch < Refusal
    def kind = "mismatch"
  end
end

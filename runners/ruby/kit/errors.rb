# frozen_string_literal: true

module Wiremark
  # An error that the kit reports with a kind of docs/PROTOCOL.md. All other exceptions are reported as crashes.
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

# frozen_string_literal: true

module Wiremark
  # A refusal with one of the error kinds of docs/PROTOCOL.md. All other exceptions count as crashes.
  class Refusal < StandardError
    def kind = "crash"
  end

  # Raised by a row's `create` if its library doesn't support the schema. The message names the cause in plain words.
  class Unsupported < Refusal
    def kind = "unsupported"
  end

  # A part of a library, such as its compiled extension, is missing.
  class Unavailable < Refusal
    def kind = "unavailable"
  end

  # A result isn't plain data.
  class Mismatch < Refusal
    def kind = "mismatch"
  end
end

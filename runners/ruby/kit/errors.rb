# frozen_string_literal: true

module Wiremark
  # A refusal with one of the kinds of docs/PROTOCOL.md. Whatever else is raised counts as a crash.
  class Refusal < StandardError
    def kind = "crash"
  end

  # What `create` of a row raises when its library can't do this schema, with the cause in plain words.
  class Unsupported < Refusal
    def kind = "unsupported"
  end

  # A part of a library is missing, such as the compiled one.
  class Unavailable < Refusal
    def kind = "unavailable"
  end

  # What came out is no plain data.
  class Mismatch < Refusal
    def kind = "mismatch"
  end
end

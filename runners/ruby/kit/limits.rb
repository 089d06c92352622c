# frozen_string_literal: true

require_relative "frames"
require_relative "trial"
require_relative "walk"

module Wiremark
  # The limits of docs/PROTOCOL.md: bounds for serializers, timed in the same loop. Each uses the fastest method we know.
  module Limits
    # Bytes that JSON escapes, as a pattern of String#count.
    ESCAPED = "\u0000-\u001f\"\\\\".b.freeze
    EMPTY = "".b.freeze

    # Copies a document by concatenation; `dup`, `b` and `byteslice` would share its memory.
    COPY = ->(document) { document + EMPTY }

    # Encodes a text and searches it for bytes to escape, which are ASCII and no part of other characters. `count` uses a table
    # for ASCII strings, but takes a hundred times as long for others; `tr` uses a table for all bytes, and copies them.
    WRITE = lambda do |text|
      bytes = text.b
      return bytes.tr(ESCAPED, ESCAPED) unless text.ascii_only?

      bytes.count(ESCAPED)
      bytes + EMPTY
    end

    # Operations on encoded documents, and the kind of their input.
    OPERATIONS = {
      "limit-no-op" => [->(document) { document }, "bytes"], "limit-copy" => [COPY, "bytes"], "limit-write" => [WRITE, "text"]
    }.freeze

    # Returns the trial of a limit. `objects` reads the documents' objects, which only the walk needs.
    def self.trial(limit, objects)
      return walk(objects) if limit == "limit-walk"

      run, kind = OPERATIONS.fetch(limit)
      Trial.new("1", run: run, read: Frames.reader(kind), finish: method(:frames))
    end

    def self.walk(objects)
      run, leaves = WalkSource.compile(objects.natural)
      Trial.new("1", run: run, read: objects.method(:read), finish: ->(_) { [] }, count: leaves)
    end

    def self.frames(results) = results.map { |bytes| Frames.pack(bytes) }
  end
end

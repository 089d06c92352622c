# frozen_string_literal: true

require_relative "frames"
require_relative "trial"
require_relative "walk"

module Wiremark
  # The limits of docs/PROTOCOL.md: minimal work such as copying the output, done in the fastest way known. Their times
  # are lower bounds for serializers. They run in the same loop as serializers.
  module Limits
    # Bytes that JSON escapes, as a pattern for String#count and String#tr.
    ESCAPED = "\u0000-\u001f\"\\\\".b.freeze
    EMPTY = "".b.freeze

    # Copies by concatenation: `dup`, `b` and `byteslice` would share the document's memory.
    COPY = ->(document) { document + EMPTY }

    # Encodes a text and searches the bytes for those that JSON escapes. In UTF-8, no other character has such a byte.
    # `count` uses a table only for ASCII strings, and takes a hundred times as long for others. In those, `tr` searches:
    # it has a table for all bytes and also makes the copy.
    WRITE = lambda do |text|
      bytes = text.b
      return bytes.tr(ESCAPED, ESCAPED) unless text.ascii_only?

      bytes.count(ESCAPED)
      bytes + EMPTY
    end

    OPERATIONS = {
      "limit-no-op" => [->(document) { document }, "bytes"], "limit-copy" => [COPY, "bytes"], "limit-write" => [WRITE, "text"]
    }.freeze

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

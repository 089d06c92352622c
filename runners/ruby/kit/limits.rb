# frozen_string_literal: true

require_relative "frames"
require_relative "trial"
require_relative "walk"

module Wiremark
  # The limits of docs/PROTOCOL.md: bounds that serializers are measured against, each the quickest way that we know.
  # They run in the same loop as the serializers.
  module Limits
    # Bytes that JSON has escaped, as String#count takes them.
    ESCAPED = "\u0000-\u001f\"\\\\".b.freeze
    EMPTY = "".b.freeze

    # The sum of two strings is in memory of its own; what `dup`, `b` and `byteslice` give shares it.
    COPY = ->(document) { document + EMPTY }

    # What JSON has escaped is ASCII, each one byte that nothing else has, and a string is UTF-8 as it is. `count` goes
    # through ASCII by a table, but through other bytes character by character, a hundred times as slow; `tr` takes a
    # table for any bytes, and writes them anew as it goes.
    WRITE = lambda do |text|
      bytes = text.b
      return bytes.tr(ESCAPED, ESCAPED) unless text.ascii_only?

      bytes.count(ESCAPED)
      bytes + EMPTY
    end

    # The operation of those that are given the encoded documents, and as what.
    OPERATIONS = {
      "limit-no-op" => [->(document) { document }, "bytes"], "limit-copy" => [COPY, "bytes"], "limit-write" => [WRITE, "text"]
    }.freeze

    # `objects` are those of the documents, which only the walk needs.
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

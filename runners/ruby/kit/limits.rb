# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_reader"
require_relative "frames"
require_relative "loop"
require_relative "walk"

module Wiremark
  # The limits of docs/PROTOCOL.md: bounds that serializers are measured against, each the quickest way that we know.
  # They run in the same loops as the serializers.
  class LimitTrial
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

    # The operation of those that are given the encoded documents, its encoding and how its result is counted.
    LIMITS = {
      "limit-no-op" => [->(document) { document }, Encoding::BINARY, TimedLoop::Trees],
      "limit-copy" => [COPY, Encoding::BINARY, TimedLoop::Lengths],
      "limit-write" => [WRITE, Encoding::UTF_8, TimedLoop::Lengths]
    }.freeze

    attr_reader :loop, :version

    # The block gives the classes of objects and what reads them: only the walk needs any.
    def initialize(job, &objects)
      limit = job.words["serializer"]
      @version = "1"
      if limit == "limit-walk"
        natural, read = objects.call
        @run = WalkSource.compile(natural)
        counts = TimedLoop::Numbers
      else
        @run, encoding, counts = LIMITS.fetch(limit) { raise Unavailable, "there is no limit #{limit}" }
        read = ->(file) { Frames.read(file.path, file.documents, encoding) }
      end
      @writes = counts == TimedLoop::Lengths
      @inputs = %w[documents hard].to_h { |set| [set, read.call(job.sets[natural ? set : "#{set}-input"])] }
      @loop = TimedLoop.new(counts.new, @run, @inputs["documents"])
    end

    def fresh(_file)
      raise Unavailable, "a limit is given no fresh documents"
    end

    # How many outputs; 0 for a limit that puts nothing out.
    def dump(set, path)
      results = @inputs.fetch(set).map { |document| @run.call(document) }
      Frames.write(path, @writes ? results : [])
      @writes ? results.length : 0
    end
  end
end

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

    # How an operation's result is counted, the operation, and what it is given.
    LIMITS = {
      "limit-no-op" => [TimedLoop::Trees, ->(_) { ->(document) { document } }, Encoding::BINARY],
      "limit-copy" => [TimedLoop::Lengths, ->(_) { COPY }, Encoding::BINARY],
      "limit-write" => [TimedLoop::Lengths, ->(_) { WRITE }, Encoding::UTF_8],
      "limit-walk" => [TimedLoop::Numbers, ->(natural) { WalkSource.compile(natural) }, nil]
    }.freeze

    attr_reader :loop, :version

    def initialize(job, natural, read)
      limit = job.words["serializer"]
      counts, run, encoding = LIMITS.fetch(limit) { raise Unavailable, "there is no limit #{limit}" }
      @version = "1"
      @writes = counts == TimedLoop::Lengths
      @run = run.call(natural)
      @inputs = %w[documents hard].to_h do |set|
        file = job.sets[encoding ? "#{set}-input" : set]
        [set, encoding ? Frames.read(file.path, file.documents, encoding) : read.call(file)]
      end
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

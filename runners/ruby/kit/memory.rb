# frozen_string_literal: true

module Wiremark
  # `memory` of docs/PROTOCOL.md. Bytes are counted as benchmark-memory counts them, with memory_profiler
  # (https://github.com/michaelherold/benchmark-memory): the size of each object that was made, with what it refers to
  # outside of Ruby's heap, as it is at the end.
  class Memory
    # memory_profiler switches the collector off and keeps a record of each object: so many at a time are within the
    # memory that a process may take, and so many in all take some seconds.
    AT_ONCE = 50_000
    IN_ALL = 100_000

    def initialize(loop)
      @loop = loop
    end

    # Lines of the reply.
    def count(ops)
      @loop.prepare(ops)
      before = GC.stat
      @loop.go(ops, 0, [], &@loop.run)
      after = GC.stat
      counts = { minor: :minor_gc_count, major: :major_gc_count }.transform_values { |key| after[key] - before[key] }
      [*allocated(ops), *counts.map { |name, count| ["collections", "#{name} #{count}"] }, ["memory", ops]]
    end

    private

    # Each document's operation allocates the same whenever it comes again, or nearly: where operations make very many
    # objects, whole rotations stand for the rest, and how far these differ is told.
    def allocated(ops)
      require "memory_profiler"
      counted = bytes = objects = 0
      # Bytes and operations at the ends of rotations.
      ends = [[0, 0]]
      while counted < ops && (objects < IN_ALL || ends.last.last != counted)
        report = profile(size = batch(counted, objects, ops))
        counted += size
        bytes += report.total_allocated_memsize
        objects += report.total_allocated
        ends << [bytes, counted] if (counted % @loop.inputs.length).zero?
      end
      scaled(bytes, counted, ops, ends)
    rescue LoadError => e
      [["unknown", "allocated the gem memory_profiler is missing: #{e.message}"]]
    end

    def profile(ops)
      @loop.prepare(ops)
      results = []
      run = @loop.run.to_proc
      MemoryProfiler.report { @loop.go(ops, 0, results, &run) }
    end

    # How many operations make about as many objects as may be: one, as long as that isn't known. They end with a rotation
    # if they reach its end.
    def batch(counted, objects, ops)
      return 1 if counted.zero?

      size = (AT_ONCE * counted / [objects, 1].max).clamp(1, ops - counted)
      beyond = (counted + size) % @loop.inputs.length
      size > beyond ? size - beyond : size
    end

    def scaled(bytes, counted, ops, ends)
      lines = [["allocated", bytes * ops / counted]]
      return lines if counted == ops

      shares = ends.each_cons(2).map { |from, to| (to.first - from.first) / (to.last - from.last).to_f }
      spread = shares.max - shares.min
      lines << ["allocated-error", (spread / shares.max).ceil(6)] if spread.positive?
      lines
    end
  end
end

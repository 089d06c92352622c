# frozen_string_literal: true

module Wiremark
  # Executes the command `memory` of docs/PROTOCOL.md. Counts bytes with memory_profiler, as benchmark-memory does
  # (https://github.com/michaelherold/benchmark-memory): the final size of each new object, including memory outside
  # of Ruby's heap.
  class Memory
    # Approximate number of objects that a batch creates. memory_profiler disables the collector, so all of them must
    # fit into memory.
    AT_ONCE = 50_000
    # Number of objects after which counting ends, at the end of a rotation over the documents. Counting them takes some
    # seconds.
    IN_ALL = 100_000

    def initialize(loop)
      @loop = loop
    end

    def count(ops)
      @loop.prepare(ops)
      before = GC.stat
      @loop.go(ops, 0, [], &@loop.run)
      after = GC.stat
      counts = { minor: :minor_gc_count, major: :major_gc_count }.transform_values { |key| after[key] - before[key] }
      [*allocated(ops), *counts.map { |name, count| ["collections", "#{name} #{count}"] }, ["memory", ops]]
    end

    private

    # Returns the lines of the reply about allocated bytes. If operations create more objects than IN_ALL, extrapolates
    # from whole rotations over the documents, and reports the relative difference between rotations as the error.
    def allocated(ops)
      require "memory_profiler"
      counted = bytes = objects = 0
      # Bytes and operations counted so far, at the end of each rotation.
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

    # Returns the number of operations of the next batch: first 1, then as many as create about AT_ONCE objects. A batch
    # that would go beyond the end of a rotation ends there.
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

# frozen_string_literal: true

module Wiremark
  # `memory` of docs/PROTOCOL.md. Bytes are counted as benchmark-memory counts them, with memory_profiler
  # (https://github.com/michaelherold/benchmark-memory): the size of each object that was made, with what it refers to
  # outside of Ruby's heap, as it is at the end.
  class Memory
    # memory_profiler switches the collector off and keeps a record of each object: so many at a time are within the
    # memory that a process may take, and so many in all take a few seconds.
    AT_ONCE = 50_000
    IN_ALL = 400_000

    def initialize(loop)
      @loop = loop
    end

    # Lines of the reply.
    def count(ops)
      collections = collections_of(ops)
      [*allocated(ops), *collections.map { |name, count| ["collections", "#{name} #{count}"] }, ["memory", ops]]
    end

    private

    def collections_of(ops)
      before = GC.stat
      @loop.bare(ops)
      after = GC.stat
      { minor: :minor_gc_count, major: :major_gc_count }.transform_values { |key| after[key] - before[key] }
    end

    # Each document's operation allocates the same whenever it comes again, or nearly: where there are very many
    # operations, whole rotations stand for the rest, and how far these differ is told.
    def allocated(ops)
      require "memory_profiler"
      rotations = []
      counted = objects = 0
      while counted < ops && (objects < IN_ALL || rotations.length < 2)
        bytes, made = rotation(size = [@loop.documents, ops - counted].min)
        rotations << bytes if size == @loop.documents || rotations.empty?
        counted += size
        objects += made
        total = total.to_i + bytes
      end
      scaled(total, counted, ops, rotations)
    rescue LoadError => e
      [["unknown", "allocated #{e.message}"]]
    end

    def scaled(total, counted, ops, rotations)
      lines = [["allocated", total * ops / counted]]
      spread = rotations.max - rotations.min
      lines << ["allocated-error", (spread / rotations.max.to_f).ceil(6)] if counted < ops && spread.positive?
      lines
    end

    # Bytes and objects of so many operations.
    def rotation(ops)
      bytes = objects = done = 0
      batch = 1
      while done < ops
        batch = [batch, ops - done].min
        report = MemoryProfiler.report { @loop.bare(batch) }
        bytes += report.total_allocated_memsize
        objects += report.total_allocated
        done += batch
        batch = [AT_ONCE * done / [objects, 1].max, 1].max
      end
      [bytes, objects]
    end
  end
end

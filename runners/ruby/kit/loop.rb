# frozen_string_literal: true

module Wiremark
  # Operations that rotate over the inputs, from where the last slice ended. While they are timed there is nothing between
  # them but the next input and, for the last of them, the place where results are kept.
  class TimedLoop
    # What an operation raised is its `cause`. Its message is the operation's number within the slice, from 0.
    Failed = Class.new(StandardError)

    # Bound before a library is loaded: one that patches its clocks must not patch the kit's.
    CLOCK = Process.method(:clock_gettime)
    CPU = Process::CLOCK_PROCESS_CPUTIME_ID
    WALL = Process::CLOCK_MONOTONIC

    attr_reader :inputs, :run

    def initialize(run)
      @run = run
    end

    # Rotation begins with the first of them.
    def inputs=(inputs)
      @inputs = @sequence = inputs
      @at = 0
    end

    # So many operations, timed: wall-clock and CPU time of this process in nanoseconds, and the last `keep` results.
    def slice(ops, keep)
      prepare(ops)
      results = []
      cpu = CLOCK.call(CPU, :nanosecond)
      start = CLOCK.call(WALL, :nanosecond)
      go(ops, keep, results, &@run)
      finish = CLOCK.call(WALL, :nanosecond)
      cpu_finish = CLOCK.call(CPU, :nanosecond)
      [finish - start, cpu_finish - cpu, results.drop(1)]
    end

    # Writes down which input comes when: to find the next one by counting takes longer than a small operation may. One
    # array serves all slices: a new one would be looked through by each collection within a slice.
    def prepare(ops)
      needed = @at + ops
      return unless @sequence.length < needed

      @sequence = (@inputs * (((needed + (needed / 4)) / @inputs.length) + 1))
    end

    # The block is what is timed: to yield to it is quicker than to call it. The inner loop goes up to the first operation
    # that is to be kept, then to one after the other. So `results` gets one that comes before these, too, and a condition
    # in each operation is saved. Nothing is allocated here.
    def go(ops, keep, results)
      sequence = @sequence
      index = @at
      stop = index + ops
      bound = stop - keep
      while bound <= stop
        while index < bound
          result = yield sequence[index]
          index += 1
        end
        results << result
        bound += 1
      end
      @at = stop % @inputs.length
    rescue StandardError, ScriptError, SystemStackError
      raise Failed, index - @at
    end
  end
end

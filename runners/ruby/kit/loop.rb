# frozen_string_literal: true

module Wiremark
  # Runs a slice: a number of operations on the inputs in rotation, continuing where the last slice ended. Between timed
  # operations it only fetches the next input, and stores the last results.
  class TimedLoop
    # Raised when an operation fails: `cause` is its exception, the message is the operation's index in the slice.
    Failed = Class.new(StandardError)

    # Bound here, before libraries are loaded, which may patch the clocks.
    CLOCK = Process.method(:clock_gettime)
    CPU = Process::CLOCK_PROCESS_CPUTIME_ID
    WALL = Process::CLOCK_MONOTONIC

    attr_reader :inputs, :run

    def initialize(run)
      @run = run
    end

    def inputs=(inputs)
      @inputs = @sequence = inputs
      @at = 0
    end

    # Returns wall-clock time and the process's CPU time in nanoseconds, and the last `keep` results. Raises Failed.
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

    # Repeats inputs in one list that is long enough for the next operations, so that no index is computed between small
    # operations. Reuses the list, since the collector would traverse a new list during a slice.
    def prepare(ops)
      needed = @at + ops
      return unless @sequence.length < needed

      @sequence = (@inputs * (((needed + (needed / 4)) / @inputs.length) + 1))
    end

    # The timed part. The operation is a block, since `yield` is faster than `call`. The inner loop first runs all
    # operations before those whose results are kept. The outer loop stores the last result, and then runs and stores one
    # operation at a time. So `results` begins with one result too many, which saves a condition in each operation. The
    # loop allocates nothing except space in the list of results.
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

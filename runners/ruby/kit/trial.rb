# frozen_string_literal: true

require_relative "frames"
require_relative "loop"
require_relative "memory"

module Wiremark
  class Trial
    attr_reader :version

    # `run` is the timed operation, `read` reads inputs from a file, `finish` turns results into frames after the
    # clocks have stopped. `count` returns the number of values that limit-walk (walk.rb) has visited so far. For other
    # operations it stays 0: adding up the lengths of their outputs would take too long between small operations.
    def initialize(version, run:, read:, finish:, count: -> { 0 })
      @version = version
      @loop = TimedLoop.new(run)
      @read = read
      @finish = finish
      @count = count
      @kept = []
    end

    def set(path)
      @loop.inputs = @read.call(path)
    end

    # Returns wall-clock and CPU time in nanoseconds, and by how much `count` grew: the reply's length.
    def slice(ops, keep)
      before = @count.call
      ns, cpu_ns, results = @loop.slice(ops, keep)
      @kept.concat(@finish.call(results))
      [ns, cpu_ns, @count.call - before]
    end

    def write_kept(path)
      File.binwrite(path, @kept.join)
      @kept.length.tap { @kept.clear }
    end

    def memory(ops) = Memory.new(@loop).count(ops)
  end
end

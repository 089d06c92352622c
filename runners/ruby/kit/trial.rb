# frozen_string_literal: true

require_relative "frames"
require_relative "loop"
require_relative "memory"

module Wiremark
  # One job made ready: what the commands do.
  class Trial
    attr_reader :version

    # `run` is what is timed, `read` makes inputs of a file, `finish` makes frames of results as soon as the clocks have
    # stopped. `count` gives LENGTH: to add up lengths takes longer than a hundredth of a small operation.
    def initialize(version, run:, read:, finish:, count: -> { 0 })
      @version = version
      @loop = TimedLoop.new(run)
      @read = read
      @finish = finish
      @count = count
      @kept = []
    end

    def set(path) = @loop.inputs = @read.call(path)

    # What the reply says after OPS.
    def slice(ops, keep)
      before = @count.call
      slice = @loop.slice(ops, keep)
      @kept.concat(@finish.call(slice.results))
      "#{slice.ns} #{slice.cpu_ns} #{@count.call - before}"
    end

    # Writes what was kept and forgets it. How many results.
    def write_kept(path)
      File.binwrite(path, @kept.join)
      @kept.length.tap { @kept = [] }
    end

    def memory(ops) = Memory.new(@loop).count(ops)
  end
end

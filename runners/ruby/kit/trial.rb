# frozen_string_literal: true

require_relative "frames"
require_relative "loop"
require_relative "memory"
require_relative "untouched"

module Wiremark
  # One job made ready: what the commands do.
  class Trial
    # Called so, whatever methods a row may give to the array.
    CONCAT, JOIN, CLEAR, LENGTH = %i[concat join clear length].map { |name| Array.instance_method(name) }

    attr_reader :version

    # `run` is what is timed, `read` makes inputs of a file, `finish` makes frames of results as soon as the clocks have
    # stopped. `count` gives LENGTH: to add up lengths takes longer than a hundredth of a small operation.
    def initialize(version, run:, read:, finish:, count: -> { 0 })
      @version = version
      @loop = TimedLoop.new(run)
      @read = read.freeze
      @finish = finish.freeze
      @count = count.freeze
      @kept = []
      @watched = Untouched.watch(@loop)
      freeze
    end

    def set(path)
      Untouched.check(@watched)
      Untouched.check_alone
      @loop.inputs = @read.call(path)
    end

    # NS, CPU_NS and LENGTH.
    def slice(ops, keep)
      before = @count.call
      ns, cpu_ns, results = @loop.slice(ops, keep, @watched)
      CONCAT.bind_call(@kept, @finish.call(results))
      [ns, cpu_ns, @count.call - before]
    end

    # Writes what was kept and forgets it. How many results.
    def write_kept(path)
      File.binwrite(path, JOIN.bind_call(@kept))
      LENGTH.bind_call(@kept).tap { CLEAR.bind_call(@kept) }
    end

    def memory(ops) = Memory.new(@loop).count(ops)
  end
end

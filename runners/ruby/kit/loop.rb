# frozen_string_literal: true

require_relative "source"

module Wiremark
  # Operations that rotate over the documents, from where the last slice ended. Between them there is only the choice of
  # the next document and the use of the result.
  class TimedLoop
    # Wall-clock and CPU time of this process, in nanoseconds.
    Times = Struct.new(:ns, :cpu_ns)

    # `look` uses results: one of sample.rb, or of the counts below.
    def initialize(look, run, inputs)
      @look = look
      @run = run
      @inputs = inputs
      @at = 0
    end

    # Times and checksum of so many operations.
    def slice(ops, seed)
      @look.prepare(ops, seed)
      look = @look
      run = @run
      inputs = @inputs
      at = @at
      cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      checksum = look.go(run, inputs, at, ops)
      finish = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      cpu_finish = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      @at = (at + ops) % inputs.length
      [Times.new(finish - start, cpu_finish - cpu), checksum]
    end

    # As many operations, of which nothing is looked at: for counting what they allocate alone.
    def bare(ops)
      run = @run
      inputs = @inputs
      at = @at
      ops.times do
        run.call(inputs[at])
        at = (at + 1) % inputs.length
      end
      @at = at
    end

    def documents = @inputs.length

    # The task once on each of these, timed as a whole, and what came of it.
    def self.once(run, inputs)
      results = Array.new(inputs.length)
      cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      inputs.each_with_index { |document, index| results[index] = run.call(document) }
      finish = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      cpu_finish = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      [Times.new(finish - start, cpu_finish - cpu), results]
    end

    # What uses results that count the same each time, wherever they might be looked into: `sum` is the source of a
    # statement that adds the result `%s`.
    def self.counting(sum)
      Class.new do
        def prepare(_ops, _seed) = nil

        Source.define(self, <<~RUBY, "loop")
          def go(run, inputs, at, ops)
            count = inputs.length
            checksum = index = 0
            while index < ops
              #{format(sum, "run.call(inputs[at])")}
              at += 1
              at = 0 if at == count
              index += 1
            end
            checksum
          end
        RUBY
      end
    end

    # 1 for a result that isn't nil.
    Trees = counting("checksum += 1 unless %s.nil?")
    # How many bytes a result has.
    Lengths = counting("checksum += %s.bytesize")
    # The result itself.
    Numbers = counting("checksum += %s")
  end
end

# frozen_string_literal: true

# Times a serializer alternately in a minimal Ruby loop and in the kit's loop. Arguments: the kit's program, the list
# of gems, job file, documents file, number of documents (unused). Prints 60 lines with the ns per operation of the
# minimal loop and of the kit's.

program, gems, job_file, set, = ARGV
%w[gems job lines objects row].each { |name| require File.expand_path("../#{name}", program) }
Encoding.default_external = Encoding::UTF_8
Wiremark::Gems.activate(gems)
lines = File.readlines(job_file, chomp: true).map { |line| Wiremark::Lines.parse(line) }
job = Wiremark::Job.read { lines.shift }
objects = Wiremark::Objects.of(job)
trial = Wiremark::LoadedRow.new(job, objects).trial
trial.set(set)
loop_of_kit = trial.instance_variable_get(:@loop)
inputs = loop_of_kit.inputs
inputs *= [1, 4096 / inputs.length].max

def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)

def bare(inputs, times)
  start = clock
  while times.positive?
    inputs.each { |document| yield document }
    times -= 1
  end
  clock - start
end

times = 1
times *= 2 while bare(inputs, times, &loop_of_kit.run) < 10_000_000
ops = times * inputs.length
steps = {
  bare: -> { bare(inputs, times, &loop_of_kit.run) },
  kit: -> { trial.slice(ops, 1).first },
}
(-10...60).each do |turn|
  order = turn.even? ? %i[kit bare] : %i[bare kit]
  took = order.to_h { |name| [name, steps[name].call / ops.to_f] }
  puts "#{took[:bare]} #{took[:kit]}" unless turn.negative?
end

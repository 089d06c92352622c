# frozen_string_literal: true

# A runner process of Ruby: reads the job, loads one serializer, then does what it is told until its input ends. The
# protocol is in docs/PROTOCOL.md.

require_relative "errors"
require_relative "gems"
require_relative "job"
require_relative "lines"
require_relative "memory"
require_relative "place"
require_relative "trial"

module Wiremark
  # One process of the runner, from its first line to its exit.
  class Main
    # Standard output becomes the protocol's alone: whatever libraries print goes to standard error. Strings are UTF-8,
    # whatever the locale says, as frameworks have it.
    def initialize
      Encoding.default_external = Encoding::UTF_8
      @output = $stdout.dup
      @output.sync = true
      $stdout.reopen($stderr)
      $stdout.sync = true
      $stdin.binmode
    end

    def run
      check_compiler
      Gems.activate(ARGV.first) if ARGV.first
      job = Job.read { next_line }
      return if job.nil?

      @serializer = job.words["serializer"]
      greet(@trial = Trial.prepare(job))
      while (line = next_line)
        return write("bye") if line.first == "end"

        obey(*line)
      end
    rescue Exception => e # rubocop:disable Lint/RescueException
      refuse(e)
      exit(1)
    end

    private

    # Nil when the input has ended.
    def next_line
      line = $stdin.gets
      Lines.parse(line.force_encoding(Encoding::UTF_8).chomp) if line&.end_with?("\n")
    end

    def write(key, value = "")
      @output.write(Lines.write(key, value))
    end

    # A Ruby without the compiler that the variant asks for warns and goes on without it.
    def check_compiler
      return if ENV["WIREMARK_RUBY_YJIT"] != "1" || yjit?

      raise Unavailable, "this Ruby was built without YJIT: #{RUBY_DESCRIPTION}"
    end

    def yjit? = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?

    def greet(trial)
      write("wiremark", 3)
      write("runtime", "ruby #{RUBY_VERSION}p#{RUBY_PATCHLEVEL}#{" +YJIT" if yjit?}")
      write("version", trial.version)
      write("ready")
    end

    def obey(key, value)
      case key
      when "slice"
        ops, seed = Job.split(key, value).map { |number| Job.number(number) }
        times, checksum = @trial.loop.slice(ops, seed)
        write(key, "#{ops} #{times.ns} #{times.cpu_ns} #{checksum}")
      when "fresh"
        times = @trial.fresh(file = Job.set(key, value))
        write(key, "#{file.documents} #{times.ns} #{times.cpu_ns}")
      when "dump" then dump(*Job.split(key, value))
      when "memory" then Memory.new(@trial.loop).count(Job.number(value)).each { |line| write(*line) }
      else raise Refusal, "unknown command \"#{key}\""
      end
    rescue StandardError => e
      raise @trial.respond_to?(:explained) ? @trial.explained(e) : e
    end

    def dump(set, path)
      raise Refusal, "dump needs a set, found \"#{set}\"" unless %w[documents hard fresh].include?(set)

      write("dumped", "#{set} #{@trial.dump(set, path)}")
    end

    # Says why on both outputs, the trace for people on standard error.
    def refuse(error)
      if error.is_a?(Refusal)
        write("error", "#{error.kind} #{error.message}")
      else
        warn error.full_message(highlight: false)
        place = Place.of(error, @serializer.to_s)
        write("error", "crash #{error.class}: #{message_of(error)}#{" (#{place})" if place}")
      end
    rescue Errno::EPIPE
      # Nobody listens any more: there is nothing left to say it to.
      nil
    end

    # Without the suggestions and the source that Ruby adds to the messages of some, and the path in a syntax error's.
    def message_of(error)
      return error.message.sub(/\A\S+:\d+: /, "").rstrip if error.is_a?(SyntaxError)

      error.respond_to?(:original_message) ? error.original_message : error.message
    end
  end
end

Wiremark::Main.new.run

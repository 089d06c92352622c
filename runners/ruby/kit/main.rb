# frozen_string_literal: true

# A runner process of Ruby: reads the job, loads one serializer, then does what it is told until its input ends. The
# protocol is in docs/PROTOCOL.md.

require_relative "errors"
require_relative "gems"
require_relative "job"
require_relative "limits"
require_relative "lines"
require_relative "objects"
require_relative "place"
require_relative "row"

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
      @input = $stdin.binmode
    end

    def run
      check_compiler
      @runtime = "ruby #{RUBY_VERSION}p#{RUBY_PATCHLEVEL}#{" +YJIT" if yjit?}"
      Gems.activate(ARGV.first) if ARGV.first
      job = Job.read { next_line }
      return if job.nil?

      @serializer = job["serializer"]
      @trial = trial_of(job)
      greet
      obey_all
    rescue Exception => e # rubocop:disable Lint/RescueException
      refuse(e)
      exit(1)
    end

    private

    def obey_all
      while (line = next_line)
        return write("bye") if line.first == "end"

        obey(*line)
      end
    end

    # Nil when the input has ended.
    def next_line
      line = @input.gets
      Lines.parse(line.force_encoding(Encoding::UTF_8).chomp) if line&.end_with?("\n")
    end

    def write(key, *values)
      @output.write(Lines.write(key, values))
    end

    # A Ruby without the compiler that the variant asks for warns and goes on without it.
    def check_compiler
      return if ENV["WIREMARK_RUBY_YJIT"] != "1" || yjit?

      raise Unavailable, "this Ruby was built without YJIT: #{RUBY_DESCRIPTION}"
    end

    def yjit? = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?

    def trial_of(job)
      objects = Objects.of(job) unless Limits::OPERATIONS.key?(@serializer)
      @serializer.start_with?("limit-") ? Limits.trial(@serializer, objects) : LoadedRow.new(job, objects).trial
    end

    def greet
      write("wiremark", 4)
      write("runtime", @runtime)
      write("version", @trial.version)
      write("ready")
    end

    def obey(key, value)
      first, path = value.split(" ", 2)
      case key
      when "set"
        @trial.set(path)
        write("set", first)
      when "slice" then write("slice", first, *@trial.slice(Integer(first), Integer(path)))
      when "kept" then write("kept", @trial.write_kept(value))
      when "memory" then @trial.memory(Integer(value)).each { |line| write(*line) }
      else raise Refusal, "unknown command \"#{key}\""
      end
    rescue TimedLoop::Failed => e
      write("failed", "#{e.message} #{said(e.cause)}")
    end

    # Says why on both outputs, the trace for people on standard error.
    def refuse(error)
      kind = error.kind if error.is_a?(Refusal)
      warn error.full_message(highlight: false) unless kind
      write("error", "#{kind || "crash"} #{said(error)}")
    rescue Errno::EPIPE
      # Nobody listens any more: there is nothing left to say it to.
      nil
    end

    # What was raised, and where, as far as that is neither Ruby's nor the kit's.
    def said(error)
      return error.message if error.is_a?(Refusal)

      place = Place.of(error, @serializer.to_s)
      "#{error.class}: #{message_of(error)}#{" (#{place})" if place}"
    end

    # Without the suggestions and the source that Ruby adds to the messages of some, and the path in a syntax error's.
    def message_of(error)
      return error.message.sub(/\A\S+:\d+: /, "").rstrip if error.is_a?(SyntaxError)

      error.respond_to?(:original_message) ? error.original_message : error.message
    end
  end
end

Wiremark::Main.new.run

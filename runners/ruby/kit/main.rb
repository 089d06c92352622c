# frozen_string_literal: true

# A runner process of Ruby (docs/PROTOCOL.md): reads the job, loads a serializer, then executes commands until `end`
# or the end of the input.

require_relative "errors"
require_relative "gems"
require_relative "job"
require_relative "limits"
require_relative "lines"
require_relative "objects"
require_relative "place"
require_relative "row"

module Wiremark
  class Main
    # Reserves standard output for the protocol; output of libraries goes to standard error. Makes UTF-8 the default
    # encoding of text that is read, in every locale, as frameworks do.
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

    def next_line
      line = @input.gets
      Lines.parse(line.force_encoding(Encoding::UTF_8).chomp) if line&.end_with?("\n")
    end

    def write(key, *values)
      @output.write(Lines.write(key, values))
    end

    # Raises Unavailable if the variant needs YJIT and this Ruby doesn't have it: Ruby itself only warns.
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

    def refuse(error)
      kind = error.kind if error.is_a?(Refusal)
      warn error.full_message(highlight: false) unless kind
      write("error", "#{kind || "crash"} #{said(error)}")
    rescue Errno::EPIPE
      # wiremark has closed the pipe.
      nil
    end

    def said(error)
      return error.message if error.is_a?(Refusal)

      place = Place.of(error, @serializer.to_s)
      "#{error.class}: #{message_of(error)}#{" (#{place})" if place}"
    end

    # Returns an error's message without the suggestions and source lines that Ruby adds, and without the path of a
    # syntax error.
    def message_of(error)
      return error.message.sub(/\A\S+:\d+: /, "").rstrip if error.is_a?(SyntaxError)

      error.respond_to?(:original_message) ? error.original_message : error.message
    end
  end
end

Wiremark::Main.new.run

# frozen_string_literal: true

module Wiremark
  # Evaluates code that is generated from a schema, such as you would write by hand for this schema.
  module Source
    # Returns the value of the source's last expression, usually a lambda. Its methods can be called without a receiver, and it
    # can refer to `constants`.
    def self.evaluate(name, source, constants = {})
      space = Module.new
      space.extend(space)
      constants.each { |constant, value| space.const_set(constant, value) }
      define(space, source, name)
    end

    # Defines methods in a class or module. Returns the last expression's value. `name` replaces the file name in backtraces.
    def self.define(made, source, name = made.name)
      tell(name, source)
      # Generated source has neither a file nor a line of this program.
      made.module_eval("# frozen_string_literal: true\n#{source}", "<#{name}>", 0) # rubocop:disable Style/EvalWithLocation
    end

    # `wiremark source` shows this code.
    def self.tell(name, source)
      path = ENV.fetch("WIREMARK_SOURCE", nil)
      File.write(path, "# #{name}\n#{source}\n\n", mode: "a") if path
    end

    def self.indent(lines) = lines.map { |line| "  #{line}" }
  end
end

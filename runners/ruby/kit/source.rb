# frozen_string_literal: true

module Wiremark
  # Evaluates code that is generated for a schema.
  module Source
    # Returns the value of the last expression, usually a lambda. The code can define methods, call them without a
    # receiver, and refer to `constants`.
    def self.evaluate(name, source, constants = {})
      space = Module.new
      space.extend(space)
      constants.each { |constant, value| space.const_set(constant, value) }
      define(space, source, name)
    end

    # Evaluates code in a class or module and returns the value of the last expression. Backtraces show `name` as its
    # file.
    def self.define(made, source, name = made.name)
      tell(name, source)
      made.module_eval("# frozen_string_literal: true\n#{source}", "<#{name}>", 0) # rubocop:disable Style/EvalWithLocation
    end

    def self.tell(name, source)
      path = ENV.fetch("WIREMARK_SOURCE", nil)
      File.write(path, "# #{name}\n#{source}\n\n", mode: "a") if path
    end

    def self.indent(lines) = lines.map { |line| "  #{line}" }
  end
end

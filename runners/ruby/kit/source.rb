# frozen_string_literal: true

module Wiremark
  # Code that is made from a schema at load: what one would write by hand for it.
  module Source
    # What the last expression of a source gives, usually a lambda. Methods that it defines can be called without a
    # receiver; `constants` are what it refers to.
    def self.evaluate(name, source, constants = {})
      space = Module.new
      space.extend(space)
      constants.each { |constant, value| space.const_set(constant, value) }
      define(space, source, name)
    end

    # Gives methods to a class or a module, and what the last expression gives. `name` is what traces have for a file.
    def self.define(made, source, name = made.name)
      tell(name, source)
      # Neither a file nor a line of ours is in the source.
      made.module_eval("# frozen_string_literal: true\n#{source}", "<#{name}>", 0) # rubocop:disable Style/EvalWithLocation
    end

    # For somebody who wants to see what is measured.
    def self.tell(name, source)
      path = ENV.fetch("WIREMARK_SOURCE", nil)
      File.write(path, "# #{name}\n#{source}\n\n", mode: "a") if path
    end

    def self.indent(lines) = lines.map { |line| "  #{line}" }
  end
end

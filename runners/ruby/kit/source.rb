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
      space.module_eval("# frozen_string_literal: true\n#{source}", "<#{name}>", 0)
    end

    def self.indent(lines, by = 2)
      lines.map { |line| "#{" " * by}#{line}" }
    end
  end
end

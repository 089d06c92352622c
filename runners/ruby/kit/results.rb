# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_writer"
require_relative "frames"

module Wiremark
  # What becomes of results once the clocks have stopped: frames in memory, each a length and the bytes
  # (docs/PROTOCOL.md). Classes and methods are asked for by Kernel's own methods: an object may have replaced its own.
  module Results
    CLASS = Kernel.instance_method(:class)
    OWN_METHODS = Kernel.instance_method(:singleton_methods)

    # What can't change may come out more than once.
    def self.fixed?(value)
      case value
      when nil, true, false, Numeric, Symbol then true
      when String then value.frozen?
      else false
      end
    end

    # Two results that are one object: what holds the second has overwritten the first, or nothing was made.
    def self.refuse_same(operation, results)
      seen = {}.compare_by_identity
      results.each do |one|
        raise Mismatch, "#{operation} put out the same #{CLASS.bind_call(one)} twice" if seen.key?(one)

        seen[one] = true unless fixed?(one)
      end
    end

    # Of `serialize`, and of what writes trees.
    class Outputs
      def initialize(operation, text:)
        @operation = operation
        @text = text
        freeze
      end

      def frames(results)
        Results.refuse_same(@operation, results)
        results.map { |output| frame(output) }
      end

      # A copy: what is handed out may change again. It is exactly a String, and a text is UTF-8 and says so.
      def frame(output)
        made = CLASS.bind_call(output)
        refuse(made == NilClass ? "nil" : made) unless made.equal?(String)
        own = OWN_METHODS.bind_call(output).first
        refuse("a String with a singleton method #{own}") if own
        refuse("a String of #{output.encoding} that is no UTF-8") unless !@text || text?(output)
        Frames.pack(output)
      end

      private

      def text?(output)
        output.encoding == Encoding::UTF_8 ? output.valid_encoding? : output.ascii_only?
      end

      def refuse(found)
        raise Mismatch, "#{@operation} put out #{found} instead of #{@text ? "text" : "bytes"}"
      end
    end

    # Of the tasks that end with a tree: the library's own writer writes it.
    class Trees
      def initialize(operation, write, outputs)
        @operation = operation
        @write = write
        @outputs = outputs
        freeze
      end

      def frames(results)
        Results.refuse_same(@operation, results)
        results.map { |tree| @outputs.frame(@write.call(tree)) }
      end
    end

    # Of `deserialize`: a fixture of each object.
    class Objects
      def initialize(natural)
        @writer = FixtureWriter.new(natural)
        freeze
      end

      def frames(results)
        Results.refuse_same("deserialize", results)
        @writer.fixtures(results).map { |bytes| Frames.pack(bytes) }
      end
    end
  end
end

# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_writer"
require_relative "frames"

module Wiremark
  # What becomes of results once the clocks have stopped: frames in memory (docs/PROTOCOL.md).
  class Results
    class << self
      # Of `serialize`; `kind` is `text` or `bytes`.
      def outputs(kind) = new("serialize") { |output| checked("serialize", output, kind) }

      # Of the tasks that end with a tree: the library's own writer writes it.
      def trees(operation, write, kind) = new(operation) { |tree| checked("write_tree", write.call(tree), kind) }

      # Of `deserialize`.
      def objects(natural)
        writer = FixtureWriter.new(natural)
        new("deserialize") { |object| writer.fixture(object) }
      end

      private

      # It is exactly a String, and a text is UTF-8 and says so.
      def checked(operation, output, kind)
        made = CLASS.bind_call(output)
        found =
          if nil.equal?(output) then "nil"
          elsif !String.equal?(made) then made
          elsif kind == "text" && !utf8?(output) then "a String of #{output.encoding} that is no UTF-8"
          end
        raise Mismatch, "#{operation} put out #{found} instead of #{kind}" if found

        output
      end

      def utf8?(output)
        output.encoding == Encoding::UTF_8 ? output.valid_encoding? : output.ascii_only?
      end
    end

    # The block gives the bytes of a result. They are copied: what is handed out may change again.
    def initialize(operation, &bytes)
      @operation = operation
      @bytes = bytes
    end

    # Refuses two results that are one object: what holds the second has overwritten the first, or nothing was made.
    def frames(results)
      seen = {}.compare_by_identity
      results.each do |one|
        raise Mismatch, "#{@operation} put out the same #{CLASS.bind_call(one)} twice" if seen.key?(one)

        seen[one] = true unless fixed?(one)
      end
      results.map { |one| Frames.pack(@bytes.call(one)) }
    end

    private

    # What can't change may come out more than once. By classes: bson has an == of its own for nil.
    def fixed?(value)
      case value
      when NilClass, TrueClass, FalseClass, Numeric, Symbol then true
      when String then value.frozen?
      end
    end
  end
end

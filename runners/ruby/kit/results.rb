# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_writer"
require_relative "frames"

module Wiremark
  class Results
    class << self
      def outputs(kind) = new("serialize") { |output| checked("serialize", output, kind) }

      def trees(operation, write, kind) = new(operation) { |tree| checked("write_tree", write.call(tree), kind) }

      def objects(natural)
        writer = FixtureWriter.new(natural)
        new("deserialize") { |object| writer.fixture(object) }
      end

      private

      # Raises Mismatch unless the output is a String, not of a subclass. Text must be valid UTF-8, or ASCII in
      # another encoding.
      def checked(operation, output, kind)
        made = CLASS.bind_call(output)
        found =
          if nil.equal?(output) then "nil"
          elsif !String.equal?(made) then made
          elsif kind == "text" && !utf8?(output) then "a String of #{output.encoding} that isn't UTF-8"
          end
        raise Mismatch, "#{operation} returned #{found} instead of #{kind}" if found

        output
      end

      def utf8?(output)
        output.encoding == Encoding::UTF_8 ? output.valid_encoding? : output.ascii_only?
      end
    end

    # The block returns a result's bytes. `frames` copies them, since results may change later.
    def initialize(operation, &bytes)
      @operation = operation
      @bytes = bytes
    end

    # Raises Mismatch if two mutable results are the same object: the second has overwritten the first, or no work was
    # done.
    def frames(results)
      seen = {}.compare_by_identity
      results.each do |one|
        raise Mismatch, "#{@operation} returned the same #{CLASS.bind_call(one)} twice" if seen.key?(one)

        seen[one] = true unless fixed?(one)
      end
      results.map { |one| Frames.pack(@bytes.call(one)) }
    end

    private

    # Returns true for immutable values, of which two results may be the same object. `when nil` would call == of nil,
    # which bson redefines.
    def fixed?(value)
      case value
      when NilClass, TrueClass, FalseClass, Numeric, Symbol then true
      when String then value.frozen?
      end
    end
  end
end

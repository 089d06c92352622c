# frozen_string_literal: true

require_relative "errors"
require_relative "source"

module Wiremark
  # How results are looked into while they are timed (docs/PROTOCOL.md, "slice"): all that is done with them but the
  # clocks. What can be worked out before these start, is.
  module Sample
    # For so many operations the way down an object stays the same: 2^WAY.
    WAY = 6

    # Numerical Recipes' generator of 32 bits.
    def self.next_state(state) = ((state * 1_664_525) + 1_013_904_223) & 0xFFFF_FFFF

    # From 0 to below `count`.
    def self.place(state, count) = ((state >> 8) * count) >> 24

    # Of `serialize`: an output's length and one of its bytes.
    class Outputs
      def initialize
        # One array for all slices: what is given back between them, a collection would have to look for within them.
        @places = []
      end

      def prepare(ops, seed) = Sample.fill(@places, ops, seed)

      # The operations from document number `at` on, and their checksum.
      def go(run, inputs, at, ops)
        places = @places
        count = inputs.length
        checksum = index = 0
        while index < ops
          output = run.call(inputs[at])
          length = output.bytesize
          checksum += length + output.getbyte((places[index] * length) >> 24) unless length == 0 # rubocop:disable Style/NumericPredicate
          at += 1
          at = 0 if at == count
          index += 1
        end
        checksum
      end
    end

    # Of `deserialize`: one leaf of each object. For each way that comes up, a lambda is made that goes straight to its
    # leaf and costs little more than reading that.
    class Objects
      def initialize(natural)
        @ways = Ways.new(natural)
        @places = []
      end

      def prepare(ops, seed)
        @looks = []
        Sample.fill(@places, ops, seed) { |state| @looks << @ways.look(state) }
      end

      def go(run, inputs, at, ops)
        places = @places
        looks = @looks
        count = inputs.length
        checksum = index = 0
        while index < ops
          sample, way = looks[index >> WAY]
          stop = index + (1 << WAY)
          stop = ops if stop > ops
          while index < stop
            checksum += sample.call(run.call(inputs[at]), places[index], way)
            at += 1
            at = 0 if at == count
            index += 1
          end
        end
        checksum
      end
    end

    # Puts the upper 24 bits of each operation's state into `places`, and gives the states that ways begin with.
    def self.fill(places, ops, state)
      index = 0
      while index < ops
        yield next_state(state) if block_given?
        stop = [index + (1 << WAY), ops].min
        while index < stop
          state = ((state * 1_664_525) + 1_013_904_223) & 0xFFFF_FFFF
          places[index] = state >> 8
          index += 1
        end
      end
    end

    # A leaf's source, `value` not being nil. What isn't of the type that the model has, as deviations have it, raises
    # one of MISSED and is looked for once more by Walk, which can do it all but takes longer.
    UNIT = "(length = value.bytesize) == 0 ? 0 : length + value.getbyte(place * length >> 24)"
    INTEGER = "0 + (value & 0xFFFF)"
    LEAVES = {
      boolean: "value ? 3 : 2",
      int32: INTEGER,
      int64: INTEGER,
      double: "DOUBLE.call(value)",
      string: UNIT,
      enum: "value.bytesize",
      uuid: "value.bytesize == 36 ? ((digit = value.getbyte(35)) & 15) + (digit > 57 ? 9 : 0) : raise(TypeError)",
      instant: "((value.to_i * 1000) + (value.nsec / 1_000_000)) & 0xFFFF",
      bytes: UNIT,
      map: "6 + value.length"
    }.freeze
    MISSED = [NoMethodError, TypeError, ArgumentError].freeze

    # The lowest 16 bits of both halves of a double, without an array for each.
    CELL = [0.0] # rubocop:disable Style/MutableConstant
    BITS = String.new(capacity: 8)
    DOUBLE = lambda do |value|
      CELL[0] = value
      bits = CELL.pack("G", buffer: BITS.clear)
      ((bits.getbyte(2) ^ bits.getbyte(6)) << 8) + (bits.getbyte(3) ^ bits.getbyte(7))
    end

    # What goes a way, by the state that it begins with.
    class Ways
      # Records may be within themselves without end, as far as their types go.
      LONGEST = 200

      def initialize(natural)
        @natural = natural
        @walk = Walk.new(natural)
        @made = {}
      end

      # The lambda for `state`, and what it is given: the state itself, then the places in lists on the way.
      def look(state)
        fields = []
        way = [state]
        type = @natural.model.root
        until (kept = fields_of(type)).nil?
          return [@walk.method(:at), way] if fields.length + way.length > LONGEST

          if kept.empty?
            way << (state >> 8)
            type = type.of
          else
            fields << kept[Sample.place(state, kept.length)]
            type = fields.last.type
          end
          state = Sample.next_state(state)
        end
        [@made[fields.map(&:object_id)] ||= compile(fields), way]
      end

      private

      # Among which the way goes on: none for a list, nil where it ends.
      def fields_of(type)
        return [] if type.kind == :list
        return if type.kind != :record

        fields = @natural.model.records[type.name].fields
        fields unless fields.empty?
      end

      def compile(fields)
        @lines = []
        @adds = []
        lists = 0
        remaining = fields.dup
        type = @natural.model.root
        until (kept = fields_of(type)).nil?
          type = kept.empty? ? into_list(type, lists += 1) : into_field(remaining.shift)
        end
        Source.evaluate("sample", source(type), DOUBLE: DOUBLE, WALK: @walk)
      end

      def into_list(type, number)
        @lines << "count#{number} = value.length" << "return #{[*@adds, 5].join(" + ")} if count#{number} == 0"
        @lines << "value = value[way[#{number}] * count#{number} >> 24]"
        @adds << "count#{number}"
        type.of
      end

      def into_field(field)
        @lines << "value = value.#{@natural.attribute(field)}"
        @lines << "return #{[*@adds, 1].join(" + ")} if value.nil?" unless field.required?
        field.type
      end

      def source(type)
        total = [*@adds, "(#{type.kind == :record ? 4 : LEAVES[type.kind]})"].join(" + ")
        total = "WALK.document(document, place, way[0])" if type.kind == :any
        <<~RUBY
          lambda do |document, place, way|
            value = document
            #{@lines.join("\n  ")}
            #{total}
          rescue *::Wiremark::Sample::MISSED
            WALK.document(document, place, way[0])
          end
        RUBY
      end
    end

    # The same for anything, one step after the other.
    class Walk
      ANY = Struct.new(:kind, :of).new(:any).freeze

      def initialize(natural)
        @natural = natural
      end

      def at(document, place, way) = document(document, place, way.first)

      def document(document, place, state)
        @place = place
        value(@natural.model.root, document, state)
      end

      private

      def value(type, value, state)
        kind = type.kind
        case value
        when nil then 1
        when true, false then value ? 3 : 2
        when Integer, Float then number(kind, value)
        when Time then (value.to_r * 1000).floor & 0xFFFF
        when String then string(kind, value)
        when Array then list(type, value, state)
        when Hash then 6 + value.length
        else record(type, value, state)
        end
      end

      def number(kind, value)
        %i[int32 int64 instant].include?(kind) ? value.to_i & 0xFFFF : DOUBLE.call(value)
      end

      def string(kind, value)
        length = value.bytesize
        return value[-1].hex if kind == :uuid && length != 16
        return length if kind == :enum || length.zero?

        length + value.getbyte((@place * length) >> 24)
      end

      def list(type, values, state)
        return 5 if values.empty?

        element = type.kind == :list ? type.of : ANY
        one = values[Sample.place(state, values.length)]
        values.length + value(element, one, Sample.next_state(state))
      end

      def record(type, record, state)
        raise Mismatch, "a value of #{record.class} is no plain data" unless type.kind == :record

        fields = @natural.model.records[type.name].fields
        return 4 if fields.empty?

        field = fields[Sample.place(state, fields.length)]
        value(field.type, record.public_send(@natural.attribute(field)), Sample.next_state(state))
      end
    end
  end
end

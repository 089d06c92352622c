# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Gets an object's real class: delegators may override `class`.
  CLASS = Kernel.instance_method(:class)

  # Writes results of `deserialize` as fixtures (docs/PROTOCOL.md), and rejects objects that aren't plain data.
  #
  # A value's class must be exactly one of Ruby's own or of Natural's (natural.rb): a subclass could defer work until the
  # value is read.
  # An object's fields are read from its instance variables.
  class FixtureWriter
    KINDS = { NilClass => :null, TrueClass => :yes, FalseClass => :no, Integer => :integer, Float => :double,
              String => :string, Time => :instant, Array => :list, Hash => :map }.compare_by_identity.freeze

    def initialize(natural)
      @natural = natural
      @held = {}.compare_by_identity
      natural.classes.each do |name, made|
        @held[made] = natural.model.records[name].held.to_h { |field| [:"@#{natural.attribute(field).name}", field] }
      end
    end

    def fixture(document)
      @out = "WMFIX 2\n".b << [1].pack("N")
      value(document, @natural.model.root)
      @out
    end

    private

    def value(value, type)
      made = CLASS.bind_call(value)
      kind = KINDS[made]
      raise Mismatch, "a value of #{made} isn't plain data" unless kind || @held.key?(made)

      kind ? send(kind, value, type) : record(value, made)
    end

    def null(*) = @out << "N"
    def yes(*) = @out << "T"
    def no(*) = @out << "F"
    def double(number, _) = @out << "d" << [number].pack("G")

    # Writes an integer as a double if the type is double or any: JSON may spell doubles without a fraction.
    def integer(number, type)
      return double(number, type) if %i[double any].include?(type&.kind)
      raise Mismatch, "#{number} doesn't fit into an int64" unless number.bit_length < 64

      @out << "l" << [number].pack("q>")
    end

    # Writes text or bytes. A uuid of 16 bytes is written as bytes, which wiremark accepts from rows with the deviation
    # uuid-as-bytes.
    def string(value, type)
      if type&.kind == :bytes || (type&.kind == :uuid && value.bytesize == 16)
        @out << "b"
        sized(value)
      else
        @out << "s"
        text(value)
      end
    end

    def text(value)
      unless value.ascii_only? || (value.encoding == Encoding::UTF_8 && value.valid_encoding?)
        raise Mismatch, "a string is no valid UTF-8, but #{value.encoding}: #{value.b.byteslice(0, 40).inspect}"
      end

      sized(value)
    end

    def sized(value) = @out << [value.bytesize].pack("N") << value.b

    def instant(time, _)
      milliseconds = time.to_r * 1000
      raise Mismatch, "#{time.inspect} isn't a whole number of milliseconds" unless milliseconds.denominator == 1

      @out << "m" << [milliseconds.to_i].pack("q>")
    end

    def list(values, type)
      @out << "[" << [values.length].pack("N")
      values.each { |one| value(one, type&.within) }
    end

    def map(values, type)
      raise Mismatch, "a Hash stands for a record #{type.name}" if type&.kind == :record
      raise Mismatch, "a Hash with a default isn't plain data" if values.default_proc || values.default

      @out << "M" << [values.length].pack("N")
      values.each do |key, one|
        raise Mismatch, "a key of #{CLASS.bind_call(key)}, not a String" unless key.instance_of?(String)

        text(key)
        value(one, type&.within)
      end
    end

    # Writes a record's instance variables. Leaves out optional fields that are nil. Writes variables that aren't
    # fields, too, so that wiremark reports them.
    def record(record, made)
      own = record.singleton_methods
      raise Mismatch, "a value of #{made} has a singleton method #{own.first}: it isn't plain data" if own.any?

      fields = @held.fetch(made)
      present = (fields.keys | record.instance_variables).filter_map do |name|
        field = fields[name]
        one = record.instance_variable_get(name)
        [field&.name || name.name.delete_prefix("@"), field&.type, one] unless nil.equal?(one) && field&.optional?
      end
      @out << "{" << [present.length].pack("N")
      present.each do |name, type, one|
        sized(name)
        value(one, type)
      end
    end
  end
end

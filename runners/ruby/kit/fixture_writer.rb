# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Asked of any object, which may have replaced its own.
  CLASS = Kernel.instance_method(:class)
  OWN_METHODS = Kernel.instance_method(:singleton_methods)
  FROZEN = Kernel.instance_method(:frozen?)

  # Writes what `deserialize` gave as a fixture (docs/PROTOCOL.md), and refuses what isn't plain data.
  #
  # A value must be exactly of a class of Ruby's own or of the natural model, without methods of its own: a subclass, a
  # singleton method or another reader may put work off until it is read. What an object holds is read from its instance
  # variables, by Kernel's own methods: the object isn't asked. Texts, lists and maps are copied before they are: they may lack a
  # method, and have a private one that is called instead.
  class FixtureWriter
    TO_R = Time.instance_method(:to_r)
    DEFAULT, DEFAULT_PROC = %i[default default_proc].map { |name| Hash.instance_method(name) }
    VARIABLES = Kernel.instance_method(:instance_variables)
    VARIABLE = Kernel.instance_method(:instance_variable_get)
    KINDS = { NilClass => :null, TrueClass => :yes, FalseClass => :no, Integer => :integer, Float => :double,
              String => :string, Time => :instant, Array => :list, Hash => :map }.compare_by_identity.freeze

    def initialize(natural)
      @natural = natural
      @held = {}.compare_by_identity
      natural.classes.each do |name, made|
        @held[made] = natural.model.records[name].held.to_h { |field| [:"@#{natural.attribute(field).name}", field] }.freeze
      end
      [@held, self].each(&:freeze)
    end

    # A fixture of one document. Raises Mismatch where a value isn't plain data, or none that a document may have.
    def fixture(document) = dup.write(document)

    protected

    def write(document)
      name = @natural.replaced
      raise Mismatch, "the method #{name} has been replaced: what it gives is no plain data" if name

      @out = "WMFIX 2\n".b << [1].pack("N")
      value(document, @natural.model.root)
      @out
    end

    private

    # Of a type of the model; nil for what the model doesn't have.
    def value(value, type)
      made = CLASS.bind_call(value)
      kind = KINDS[made]
      raise Mismatch, "a value of #{made} is no plain data" unless kind || @held.key?(made)

      refuse_own_methods(value, made)
      kind ? send(kind, value, type) : record(value, made)
    end

    def refuse_own_methods(value, made)
      own = OWN_METHODS.bind_call(value)
      raise Mismatch, "a value of #{made} has a singleton method #{own.first}: it is no plain data" if own.any?
    end

    def null(*) = @out << "N"
    def yes(*) = @out << "T"
    def no(*) = @out << "F"
    def double(number, _) = @out << "d" << [number].pack("G")

    # A double is written in JSON without a fraction now and then.
    def integer(number, type)
      return double(number, type) if %i[double any].include?(type&.kind)
      raise Mismatch, "#{number} doesn't fit into an int64" unless number.bit_length < 64

      @out << "l" << [number].pack("q>")
    end

    # Of the kinds that are a String here, only bytes have no encoding to be told by; a uuid in 16 bytes is a deviation.
    def string(value, type)
      value = (+"").replace(value)
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
      milliseconds = TO_R.bind_call(time) * 1000
      raise Mismatch, "#{time.inspect} is no whole number of milliseconds" unless milliseconds.denominator == 1

      @out << "m" << [milliseconds.to_i].pack("q>")
    end

    def list(values, type)
      values = [*values]
      @out << "[" << [values.length].pack("N")
      values.each { |one| value(one, type&.within) }
    end

    def map(values, type)
      raise Mismatch, "a Hash stands for a record #{type.name}" if type&.kind == :record
      raise Mismatch, "a Hash with a default is no plain data" if DEFAULT_PROC.bind_call(values) || DEFAULT.bind_call(values)

      values = { **values }
      @out << "M" << [values.length].pack("N")
      values.each do |key, one|
        made = CLASS.bind_call(key)
        raise Mismatch, "a key of #{made}, not a String" unless String.equal?(made)

        refuse_own_methods(key, made)
        text((+"").replace(key))
        value(one, type&.within)
      end
    end

    # What hasn't been set is read as nil. What the class doesn't have is written too, and no schema has that.
    def record(record, made)
      fields = @held.fetch(made)
      present = (fields.keys | VARIABLES.bind_call(record)).filter_map do |name|
        field = fields[name]
        one = VARIABLE.bind_call(record, name)
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

# frozen_string_literal: true

require_relative "errors"

module Wiremark
  # Reads fixtures (docs/PROTOCOL.md) into the natural model.
  class FixtureReader
    MAGIC = "WMFIX 1\n"

    def initialize(natural)
      @natural = natural
      @records = natural.model.records.transform_values do |record|
        places = record.held.each_with_index.to_h { |field, index| [field.name, [index, field.type]] }
        [natural.classes[record.name], places, record]
      end
    end

    # The documents of a file with so many.
    def read(path, expected)
      File.open(path, "rb") do |file|
        @file = file
        refuse("not a fixture file") unless take(MAGIC.bytesize) == MAGIC
        count = length
        refuse("expected #{expected} documents, found #{count}") unless count == expected
        documents = Array.new(count) { value(@natural.model.root) }
        refuse("bytes are left after the last document") unless file.eof?
        documents
      end
    end

    private

    def value(type)
      case tag = take(1)
      when "N" then nil
      when "T" then true
      when "F" then false
      when "i" then take(4).unpack1("l>")
      when "l" then take(8).unpack1("q>")
      when "d" then take(8).unpack1("G")
      when "s", "e" then text
      when "u" then uuid(take(16))
      when "m" then instant(take(8).unpack1("q>"))
      when "b" then take(length)
      when "[" then Array.new(length) { value(type.within) }
      when "{" then record(type)
      when "M" then Array.new(length) { [text, value(type.within)] }.to_h
      else refuse("unknown tag \"#{tag}\"")
      end
    end

    def record(type)
      made, places, record = @records.fetch(type.name)
      values = Array.new(places.size)
      length.times do
        name = text
        place, field_type = places.fetch(name) { refuse("field \"#{name}\" isn't in #{record.name}") }
        values[place] = value(field_type)
      end
      made.new(*values)
    end

    def uuid(bytes)
      bytes.unpack("H8H4H4H4H12").join("-").force_encoding(Encoding::UTF_8)
    end

    def instant(milliseconds)
      Time.at(milliseconds.div(1000), milliseconds % 1000, :millisecond, in: "UTC")
    end

    def text = take(length).force_encoding(Encoding::UTF_8)

    def length = take(4).unpack1("N")

    # In memory of its own: a part of a longer string might share that.
    def take(size)
      part = @file.read(size)
      refuse("a value reaches past the end") unless part&.bytesize == size
      part
    end

    def refuse(what)
      raise Refusal, "#{@file.path}: #{what}, at byte #{@file.pos}"
    end
  end
end

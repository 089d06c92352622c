# frozen_string_literal: true

require_relative "errors"

module Wiremark
  class FixtureReader
    # Bound here, before ActiveSupport replaces Time.at.
    AT = Time.method(:at)

    attr_reader :natural

    def initialize(natural)
      @natural = natural
      @records = natural.model.records.transform_values do |record|
        places = record.held.each_with_index.to_h { |field, index| [field.name, [index, field.type]] }
        [natural.classes[record.name], places]
      end
    end

    def read(path)
      File.open(path, "rb") do |file|
        @file = file
        magic = take(8)
        raise Refusal, "#{path} is no fixture of this version, but begins with #{magic}" unless magic == "WMFIX 2\n"

        Array.new(length) { value(@natural.model.root) }
      end
    end

    private

    def value(type)
      case take(1)
      when "N" then nil
      when "T" then true
      when "F" then false
      when "l" then take(8).unpack1("q>")
      when "d" then take(8).unpack1("G")
      when "s" then text
      when "m" then instant(take(8).unpack1("q>"))
      when "b" then take(length)
      when "[" then Array.new(length) { value(type.within) }
      when "{" then record(type)
      when "M" then Array.new(length) { [text, value(type.within)] }.to_h
      end
    end

    def record(type)
      made, places = @records.fetch(type.name)
      values = Array.new(places.size)
      length.times do
        place, field_type = places.fetch(text)
        values[place] = value(field_type)
      end
      made.new(*values)
    end

    def instant(milliseconds)
      AT.call(milliseconds.div(1000), milliseconds % 1000, :millisecond, in: "UTC")
    end

    def text = take(length).force_encoding(Encoding::UTF_8)

    def length = take(4).unpack1("N")

    # Reads a string with its own memory, unlike a part of a longer string, which might share that string's memory.
    def take(size) = @file.read(size)
  end
end

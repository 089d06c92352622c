# frozen_string_literal: true

require_relative "source"

module Wiremark
  # Generates the typed walk over the object graph, one of the limits of docs/PROTOCOL.md: a method for each record,
  # straight down what objects hold. Every value is read: strings and a map's keys by their length, an instant by its
  # seconds.
  class WalkSource
    READS = { string: "%s.bytesize", enum: "%s.bytesize", uuid: "%s.bytesize", bytes: "%s.bytesize",
              instant: "%s.to_i" }.freeze
    ANY = <<~RUBY
      def any_of(value)
        case value
        when nil then 0
        when Array then value.sum { |one| any_of(one) }
        when Hash then value.sum { |key, one| key.bytesize; any_of(one) }
        when String then value.bytesize; 1
        else 1
        end
      end
    RUBY

    # A lambda that walks a document and counts leaves that are not nil on the way; and one that gives how many these are
    # in all by now.
    def self.compile(natural) = new(natural).compile

    def initialize(natural)
      @natural = natural
      @names = natural.model.records.keys.each_with_index.to_h { |name, index| [name, "record_#{index}"] }
      # Of lists and maps within others.
      @within = {}
    end

    def compile
      records = @names.map do |name, function|
        function(function, @natural.model.records[name].held.map { |one| field(one) })
      end
      walk = "leaves = 0\nwalk = lambda do |value|\n#{value(@natural.model.root, "value")}\nend\n[walk, -> { leaves }]"
      Source.evaluate("walk", [ANY, *records, *@within.values, walk].join("\n"))
    end

    private

    def function(name, body)
      "def #{name}(value)\n  leaves = 0\n#{body.join("\n")}\n  leaves\nend\n"
    end

    def field(field)
      source = "one = value.#{@natural.attribute(field)}\n"
      return source + value(field.type, "one") if field.required?

      "#{source}unless one.nil?\n#{value(field.type, "one")}\nend"
    end

    # Statements that count in a value which isn't nil.
    def value(type, value)
      case type.kind
      when :record then "leaves += #{@names[type.name]}(#{value})"
      when :any then "leaves += any_of(#{value})"
      when :list then "#{value}.each { |element| #{element(type.of)} }"
      when :map then "#{value}.each_pair { |key, element| key.bytesize; #{element(type.of)} }"
      else "#{format(READS.fetch(type.kind, "%s"), value)}\nleaves += 1"
      end
    end

    def element(type)
      return value(type, "element") unless type.of

      name = "within_#{@within.keys.index(type) || @within.length}"
      unless @within.key?(type)
        @within[type] = nil
        @within[type] = function(name, [value(type, "value")])
      end
      "leaves += #{name}(element)"
    end
  end
end

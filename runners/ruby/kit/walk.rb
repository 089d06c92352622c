# frozen_string_literal: true

require_relative "source"

module Wiremark
  # Generates the code of limit-walk (minimal work for comparison; docs/PROTOCOL.md, "Limits"): a method for each record,
  # with straight-line code that reads each field's value.
  class WalkSource
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

    # Returns two lambdas: one visits a document and counts its scalar values that aren't nil, the other returns the count
    # of all visits so far.
    def self.compile(natural) = new(natural).compile

    def initialize(natural)
      @natural = natural
    end

    def compile
      model = @natural.model
      records = model.records.each_value.map do |record|
        fields = record.held.map { |one| field(one) }
        "def walk_#{record.name}(value)\n  leaves = 0\n#{fields.join("\n")}\n  leaves\nend\n"
      end
      walk = "leaves = 0\nwalk = lambda do |value|\n#{value(model.root, "value")}\nend\n[walk, -> { leaves }]"
      Source.evaluate("walk", [ANY, *records, walk].join("\n"))
    end

    private

    def field(field)
      source = "one = value.#{@natural.attribute(field)}\n"
      return source + value(field.type, "one") if field.required?

      "#{source}unless one.nil?\n#{value(field.type, "one")}\nend"
    end

    def value(type, value)
      case type.kind
      when :record then "leaves += walk_#{type.name}(#{value})"
      when :any then "leaves += any_of(#{value})"
      when :list then "#{value}.each { |element| #{value(type.of, "element")} }"
      when :map then "#{value}.each_pair { |key, element| key.bytesize; #{value(type.of, "element")} }"
      when :string, :enum, :uuid, :bytes then "#{value}.bytesize\nleaves += 1"
      when :instant then "#{value}.to_i\nleaves += 1"
      else "#{value}\nleaves += 1"
      end
    end
  end
end

# frozen_string_literal: true

# Alba with inline definitions in each call, from which Alba creates classes anew each time.
# https://github.com/okuramasafumi/alba#inline-definition-with-albaserialize
require "alba"
require_relative "json_fields"

module Row
  GEM = "alba"

  def self.create(schema)
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("inline", Inline.new(schema).source))
  end

  # Generates nested blocks. A record that occurs in several places, within itself, in a map or in a list of lists gets a
  # named block.
  class Inline
    def initialize(schema)
      @fields = JsonFields.new(schema) { |record, value| "Alba.hashify(#{value}, &#{record})" }
      @named = @fields.records.select { |record| named?(record) }
    end

    def source
      named = @named.map { |record| ["#{record} = proc do", *body(record), "end"] }
      [*named, "->(document) {", *opened("Alba.serialize(document", @fields.root, ")"), "}"].join("\n")
    end

    private

    def named?(record)
      return true unless @fields.once?(record)

      @fields.records.any? do |user|
        @fields.of(user).any? { |entry| @fields.within(entry.type) == record && !nested?(user, entry) }
      end
    end

    # A recursive record can't have nested blocks: they would have no end.
    def nested?(record, entry) = entry.association? && !@fields.cyclic?(record, entry)

    def body(record)
      lines = @fields.of(record).flat_map do |entry|
        next opened("#{entry.form} :#{entry.reader}, key: #{entry.symbol}", entry.record, "") if nested?(record, entry)

        next "attributes #{entry.symbol}" if entry.plain? && entry.named?

        "attribute(#{entry.symbol}) { |object| #{value(entry)} }"
      end
      Wiremark::Source.indent(lines)
    end

    def value(entry)
      return entry.source unless entry.association?

      "(value = #{entry.source}) && Alba.hashify(value, &#{entry.record})"
    end

    def opened(call, record, ending)
      return "#{call}#{", " unless call.end_with?("(")}&#{record}#{ending}" if @named.include?(record)

      ["#{call}#{ending} do", *body(record), "end"]
    end
  end
end

# frozen_string_literal: true

require_relative "json_fields"

# Generates templates for libraries with a builder called `json` and blocks for records, such as Jbuilder. A record
# that occurs in several places, or within itself, gets a partial.
class JsonTemplate
  # `open` is true if an object must begin with `json.object!`; `iterate` if `set!` takes a list and a block for its
  # elements. `empty` is a line that writes an empty object, for a library whose empty blocks don't.
  def initialize(schema, open: false, iterate: true, empty: nil)
    @fields = JsonFields.new(schema)
    @root = schema.model.root
    @partials = @fields.records.reject { |record| @fields.once?(record) }
    @open = open
    @iterate = iterate
    @empty = empty
    @depth = 0
  end

  def compiled(call)
    @call = "("
    methods = @partials.flat_map { |record| block("def #{name(record)}(json, object)", body(record, "object")) }
    main = block("#{call} do |json|", value(@root, "document"))
    [*methods, *block("->(document) do", main)].join("\n")
  end

  def text
    @call = ".call("
    lambdas = @partials.flat_map do |record|
      block("#{name(record)} = ->(json, object) do", body(record, "object"))
    end
    declarations = @partials.map { |record| "#{name(record)} = nil" }
    [*declarations, *lambdas, *value(@root, "document")].join("\n")
  end

  private

  def name(record) = "write_#{record}"

  def block(head, lines) = [head, *Wiremark::Source.indent(lines), "end"]

  def value(type, source)
    case type.kind
    when :record then opened(record(type.name, source))
    when :list then each("json.array!(#{source})", type.of)
    else opened([*@empty, *entries(type, source)])
    end
  end

  def record(name, source)
    return ["#{name(name)}#{@call}json, #{source})"] if @partials.include?(name)
    return body(name, source) if source.match?(/\A\w+\z/)

    one = variable
    ["#{one} = #{source}", *body(name, one)]
  end

  def opened(lines) = @open ? block("json.object! do", lines) : lines

  def each(call, type)
    one = variable
    block("#{call} do |#{one}|", value(type, one))
  end

  def entries(type, source)
    one = variable
    block("#{source}.each do |key, #{one}|", set("key", type.of, one))
  end

  def variable = "one#{@depth += 1}"

  def body(record, object)
    named, others = @fields.of(record).partition { |entry| entry.plain? && entry.named? }
    extracted = ["json.extract! #{object}, #{named.map(&:symbol).join(", ")}"] if named.any?
    return [*@empty] if named.empty? && others.empty?

    [*extracted, *others.flat_map { |entry| field(entry, object) }]
  end

  def field(entry, object)
    key = entry.key.dump
    return ["json.set!(#{key}, #{entry.source(object)})"] unless @fields.within(entry.type)

    read = "#{object}.#{entry.reader}"
    return set(key, entry.type, read) unless entry.null?

    one = variable
    null = ["if (#{one} = #{read}).nil?", "  json.set!(#{key}, nil)"]
    [*null, *block("else", set(key, entry.type, one))]
  end

  def set(key, type, source)
    return each("json.set!(#{key}, #{source})", type.of) if @iterate && type.kind == :list

    block("json.set!(#{key}) do", value(type, source))
  end
end

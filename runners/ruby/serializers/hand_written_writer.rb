# frozen_string_literal: true

# Generates a method for each record that appends its JSON to one string, which is faster than joining a string for each
# part. A regular expression searches strings for characters to escape; strings without any are appended unchanged.
# Adjacent constant parts become one literal.
#
# The generator works on pieces: `[:text, constant JSON]`, `[:append, expression for a string]` and `[:lines, statements]`.
class HandWrittenWriter
  ESCAPED = /["\\\u0000-\u001f]/
  CONTROLS = (0..0x1f).to_h { |code| [code.chr, format('\u%04x', code)] }.freeze
  ESCAPES = CONTROLS.merge(
    "\b" => '\b', "\f" => '\f', "\n" => '\n', "\r" => '\r', "\t" => '\t', '"' => '\"', "\\" => "\\\\"
  ).freeze
  TWO_DIGITS = (0..60).map { |number| format("%02d", number).freeze }.freeze
  THREE_DIGITS = (0..999).map { |number| format("%03d", number).freeze }.freeze
  INSTANT = <<~'RUBY'
    def instant(time)
      year = time.year
      year = format("%04d", year) if year < 1000
      "#{year}-#{TWO_DIGITS[time.month]}-#{TWO_DIGITS[time.mday]}T#{TWO_DIGITS[time.hour]}:#{TWO_DIGITS[time.min]}:" \
        "#{TWO_DIGITS[time.sec]}.#{THREE_DIGITS[time.usec / 1000]}Z"
    end
  RUBY
  JOINED = %i[boolean int32 int64 double].freeze

  def initialize(schema)
    @model = schema.model
    @natural = schema.natural
    @index = @model.records.keys.each_with_index.to_h
    @constants = { ESCAPED: ESCAPED, ESCAPES: ESCAPES, TWO_DIGITS: TWO_DIGITS, THREE_DIGITS: THREE_DIGITS, JSON: JSON }
    @depth = 0
  end

  def compile
    records = @model.records.each_value.map do |record|
      method("write_#{@index[record.name]}(out, record)", record_pieces(record))
    end
    root = method("write(out, document)", value(@model.root, "document"))
    write = "->(document) { write(+\"\", document) }"
    Wiremark::Source.evaluate("writer", [INSTANT, *records, root, write].join("\n"), @constants)
  end

  private

  def method(head, pieces) = "def #{head}\n#{Wiremark::Source.indent([*lines(pieces), "out"]).join("\n")}\nend\n"

  # Fields that are always present come first; an optional field's text begins with a comma.
  def record_pieces(record)
    optional, always = record.fields.partition(&:optional?)
    return [[:text, "{"], *optional_alone(optional), [:text, "}"]] if always.empty?

    entries = always.each_with_index.flat_map do |field, index|
      [[:text, "#{index.zero? ? "{" : ","}#{label(field)}"], *present(field)]
    end
    [*entries, *optional.flat_map { |field| if_there(field, [[:text, ",#{label(field)}"]]) }, [:text, "}"]]
  end

  def optional_alone(fields)
    return [] if fields.empty?

    [[:lines, ['comma = ""']], *fields.flat_map do |field|
      if_there(field, [[:append, "comma"], [:lines, ['comma = ","']], [:text, label(field)]])
    end]
  end

  def if_there(field, before)
    inner = lines([*before, *value(field.type, "value")])
    [[:lines, ["unless (value = #{read(field)}).nil?", *Wiremark::Source.indent(inner), "end"]]]
  end

  def present(field)
    return value(field.type, read(field)) unless field.nullable?

    inner = Wiremark::Source.indent(lines(value(field.type, "value")))
    [[:lines, ["if (value = #{read(field)}).nil?", '  out << "null"', "else", *inner, "end"]]]
  end

  def read(field) = "record.#{@natural.attribute(field)}"
  def label(field) = "#{quoted(field.name)}:"
  def quoted(text) = "\"#{text.gsub(ESCAPED, ESCAPES)}\""

  def value(type, source)
    case type.kind
    when :boolean then [[:append, "(#{source} ? \"true\" : \"false\")"]]
    when :int32, :int64, :double then [[:append, "#{source}.to_s"]]
    when :string then text(source)
    when :enum then enum(type.name, source)
    when :uuid then within_quotes(source)
    when :instant then within_quotes("instant(#{source})")
    when :bytes then within_quotes("[#{source}].pack(\"m0\")")
    when :any then [[:append, "JSON.generate(#{source}, max_nesting: 0)"]]
    when :record then [[:lines, ["write_#{@index[type.name]}(out, #{source})"]]]
    when :list then list(type.of, source)
    when :map then map(type.of, source)
    end
  end

  def within_quotes(source) = [[:text, '"'], [:append, source], [:text, '"']]

  def text(source)
    within_quotes("((text = #{source}).match?(ESCAPED) ? text.gsub(ESCAPED, ESCAPES) : text)")
  end

  # If no value of an enum needs escapes, its values are appended unchanged.
  def enum(name, source)
    values = @model.enums.fetch(name)
    return within_quotes(source) if values.none? { |one| one.match?(ESCAPED) }

    @constants[:"TEXTS_#{name}"] = values.to_h { |one| [one, quoted(one)] }
    [[:append, "TEXTS_#{name}.fetch(#{source})"]]
  end

  def list(type, source)
    return [[:text, "["], [:append, "#{source}.join(\",\")"], [:text, "]"]] if JOINED.include?(type.kind)

    elements("[]", source, ".each") { |one| value(type, one) }
  end

  def map(type, source)
    elements("{}", source, ".each_pair", "key%s, ") { |one, depth| [*text("key#{depth}"), [:text, ":"], *value(type, one)] }
  end

  def elements(brackets, source, each, key = "")
    @depth += 1
    inner = lines([[:append, "comma#{@depth}"], [:lines, ["comma#{@depth} = \",\""]], *yield("one#{@depth}", @depth)])
    head = "#{source}#{each} do |#{format(key, @depth)}one#{@depth}|"
    loop = ["comma#{@depth} = \"\"", head, *Wiremark::Source.indent(inner), "end"]
    @depth -= 1
    [[:text, brackets[0]], [:lines, loop], [:text, brackets[1]]]
  end

  def lines(pieces)
    chunks = pieces.chunk_while { |one, other| one.first != :lines && other.first != :lines }
    chunks.flat_map { |chunk| chunk.first.first == :lines ? chunk.first.last : appended(chunk) }
  end

  def appended(chunk)
    parts = chunk.chunk_while { |one, other| one.first == :text && other.first == :text }.map do |part|
      part.first.first == :text ? part.map(&:last).join.dump : part.first.last
    end
    ["out << #{parts.join(" << ")}"]
  end
end

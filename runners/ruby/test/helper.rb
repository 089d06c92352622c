# frozen_string_literal: true

require "minitest/autorun"
require "tempfile"
Encoding.default_external = Encoding::UTF_8
%w[conversion fixture_reader fixture_writer limits loop memory model natural place results serializer walk].each do |file|
  require_relative "../kit/#{file}"
end

module Written
  def model(text)
    Tempfile.create("model") do |file|
      file.write("model 1\ndataset test\n#{text}")
      file.close
      Wiremark::Model.read(file.path)
    end
  end

  # Classes are in a new module, since tests have records of the same names.
  def natural(model) = Wiremark::Natural.new(model.is_a?(String) ? model(model) : model, space: Module.new)

  def schema(natural) = Wiremark::Schema.new(natural: natural, task: "serialize")

  # These methods return the bytes of a fixture's values (docs/PROTOCOL.md).
  def text(text) = sized("s", text)
  def sized(tag, text) = tag.b + [text.bytesize].pack("N") + text.b
  def int64(number) = "l".b + [number].pack("q>")
  def list(*values) = "[".b + [values.length].pack("N") + values.join
  def record(fields) = "{".b + [fields.length].pack("N") + fields.map { |name, value| sized("", name) + value }.join
  def fixture(*documents) = "WMFIX 2\n".b + [documents.length].pack("N") + documents.join

  def read(natural, bytes)
    Tempfile.create("fixture") do |file|
      File.binwrite(file.path, bytes)
      Wiremark::FixtureReader.new(natural).read(file.path)
    end
  end

  def write(natural, document) = Wiremark::FixtureWriter.new(natural).fixture(document)
end

Minitest::Test.include(Written)

# frozen_string_literal: true

# TurboStreamer, which writes with Oj while the template runs: https://github.com/malomalo/turbostreamer#backends
require "turbostreamer"
require_relative "json_template"

TurboStreamer.set_default_encoder(:json, :oj)

module Row
  GEM = "turbostreamer"

  def self.create(schema)
    source = JsonTemplate.new(schema, open: true).compiled("TurboStreamer.encode")
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("template", source))
  end
end

# frozen_string_literal: true

# TurboStreamer, which writes while the template runs, by Oj: https://github.com/malomalo/turbostreamer#backends
require "turbostreamer"
require_relative "json_template"

TurboStreamer.set_default_encoder(:json, :oj)

module Row
  GEM = "turbostreamer"

  def self.create(schema)
    template = JsonTemplate.new(schema, open: true)
    Wiremark::Operations.new(serialize: Wiremark::Source.evaluate("template", template.compiled("TurboStreamer.encode")))
  end
end

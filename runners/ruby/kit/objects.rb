# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_reader"
require_relative "model"
require_relative "natural"

module Wiremark
  # What documents are: their classes, and what reads them from a file.
  Objects = Struct.new(:natural, :reader) do
    def self.of(job)
      model = Model.read(job["model"])
      return activerecord(model, job) if model.objects

      natural = Natural.new(model)
      new(natural, FixtureReader.new(natural).method(:read))
    end

    # Loaded before any library: a framework comes before what extends it, as in applications.
    def self.activerecord(model, job)
      raise Unsupported, "this runner has no objects of #{model.objects}" unless model.objects == "activerecord"
      raise Unsupported, "documents aren't read into objects of ActiveRecord's" if job["task"] == "deserialize"

      require_relative "activerecord"
      records = ActiveRecordObjects.new(model)
      new(records, records.method(:read))
    rescue LoadError => e
      raise Unsupported, "its gems are none for ActiveRecord's objects: #{e.message}"
    end
  end
end

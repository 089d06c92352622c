# frozen_string_literal: true

require_relative "errors"
require_relative "fixture_reader"
require_relative "model"
require_relative "natural"

module Wiremark
  # `of` returns an object with two methods: `read` reads documents from a file, `natural` returns the Natural
  # (natural.rb), or a replacement, with the documents' classes.
  module Objects
    def self.of(job)
      model = Model.read(job["model"])
      model.objects ? activerecord(model, job) : FixtureReader.new(Natural.new(model))
    end

    # ActiveRecord is loaded before the serializer's library, which may extend it, as in applications.
    def self.activerecord(model, job)
      raise Unsupported, "this runner has no objects of #{model.objects}" unless model.objects == "activerecord"
      raise Unsupported, "documents aren't read into objects of ActiveRecord's" if job["task"] == "deserialize"

      require_relative "activerecord"
      ActiveRecordObjects.new(model)
    rescue LoadError => e
      raise Unsupported, "its gems are none for ActiveRecord's objects: #{e.message}"
    end
  end
end

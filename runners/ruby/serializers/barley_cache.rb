# frozen_string_literal: true

# Barley with its cache, which returns an object's earlier result as long as class, id and `updated_at` are the same:
# https://github.com/MoskitoHero/barley#custom-serializer-and-caching. The cache is Barley's default, a MemoryStore.
require_relative "barley_serializers"

module Row
  GEM = "barley"

  def self.create(schema)
    serializer, list = BarleySerializers.make(schema)
    date(schema, list ? schema.model.root.of.name : schema.model.root.name)
    unless list
      return Wiremark::Operations.new(
        serialize: ->(document) { serializer.new(document, cache: true).serializable_hash.to_json }
      )
    end

    Wiremark::Operations.new(
      serialize: ->(documents) { documents.map { |one| serializer.new(one, cache: true).serializable_hash }.to_json }
    )
  end

  # Adds the method `updated_at` to objects without it. The cache finds a result by the object's `id` and `updated_at`
  # (Barley::Serializer#cache_base_key).
  def self.date(schema, record)
    object = schema.natural.classes.fetch(record)
    unless object.method_defined?(:id) || object.respond_to?(:primary_key)
      raise Wiremark::Unsupported, "what is cached is found by the object's id, and these objects have none"
    end

    return if object.method_defined?(:updated_at)

    # Objects of different documents may have the same id. Each object gets its own `updated_at`, so that the cache
    # treats them as different versions of a record.
    versions = 0
    object.define_method(:updated_at) { @barley_version ||= (versions += 1) }
  end
end

# frozen_string_literal: true

# ActiveModelSerializers without an adapter: `to_json` of the serializer itself, as in Transmutation's benchmark:
# https://github.com/spellbook-technology/transmutation/blob/main/benchmarks/benchmark.rb
require_relative "ams_serializers"

module Row
  GEM = "active_model_serializers"

  def self.create(schema)
    serializer, list = AmsSerializers.make(schema)
    return Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).to_json }) unless list

    options = { serializer: serializer }
    Wiremark::Operations.new(
      serialize: ->(documents) { ActiveModel::Serializer::CollectionSerializer.new(documents, options).to_json }
    )
  end
end

# frozen_string_literal: true

# Barley without its cache: https://github.com/MoskitoHero/barley#defining-the-serializer. Barley needs Rails.
require_relative "barley_serializers"

module Row
  GEM = "barley"

  def self.create(schema)
    serializer, list = BarleySerializers.make(schema)
    return Wiremark::Operations.new(serialize: ->(document) { serializer.new(document).serializable_hash.to_json }) unless list

    Wiremark::Operations.new(
      serialize: ->(documents) { documents.map { |one| serializer.new(one).serializable_hash }.to_json }
    )
  end
end

# frozen_string_literal: true

# ActiveModelSerializers with its default adapter, called `attributes`, by the class that controllers use, as shown on
# its page and in Alba's benchmark:
# https://github.com/rails-api/active_model_serializers/blob/0-10-stable/docs/howto/outside_controller_use.md,
# https://github.com/okuramasafumi/alba/blob/main/benchmark/collection.rb
require_relative "ams_serializers"

module Row
  GEM = "active_model_serializers"

  def self.create(schema)
    serializer, list = AmsSerializers.make(schema)
    options = { (list ? :each_serializer : :serializer) => serializer }
    Wiremark::Operations.new(
      serialize: ->(document) { ActiveModelSerializers::SerializableResource.new(document, options).to_json }
    )
  end
end

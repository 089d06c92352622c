# frozen_string_literal: true

# msgpack with its C extension; objects are converted to and from hashes. Packers and unpackers are pooled, as its
# README recommends for best performance. Times are MessagePack timestamps, registered as in the README. With
# `key_cache`, since version 1.8.0, an unpacker creates a repeated key only once.
# https://github.com/msgpack/msgpack-ruby#pooling, https://github.com/msgpack/msgpack-ruby/blob/master/ChangeLog
require "msgpack"

module Row
  GEM = "msgpack"

  def self.create(schema)
    to_plain = Wiremark::Conversion.to_plain(schema)
    from_plain = Wiremark::Conversion.from_plain(schema)
    pool = factory.pool(1, key_cache: true)
    Wiremark::Operations.new(
      serialize: ->(document) { pool.dump(to_plain.call(document)) },
      deserialize: ->(data) { from_plain.call(pool.load(data)) }
    )
  end

  def self.factory
    factory = MessagePack::Factory.new
    factory.register_type(MessagePack::Timestamp::TYPE, Time,
                          packer: MessagePack::Time::Packer, unpacker: MessagePack::Time::Unpacker)
    factory
  end
end

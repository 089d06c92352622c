/**
 * The package @msgpack/msgpack with bigint for int64 (`useBigInt64`) and reused instances of Encoder and Decoder, as
 * its README recommends: https://github.com/msgpack/msgpack-javascript#reusing-encoder-and-decoder-instances
 */
import { Decoder, Encoder } from '@msgpack/msgpack';

export default {
  package: '@msgpack/msgpack',
  create() {
    const encoder = new Encoder({ useBigInt64: true });
    const decoder = new Decoder({ useBigInt64: true });
    return {
      serialize: (document) => encoder.encode(document),
      deserialize: (bytes) => decoder.decode(bytes),
    };
  },
};

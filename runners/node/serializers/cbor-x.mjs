/**
 * cbor-x as plain CBOR: one Encoder, used again, with `useRecords: false`, since its record extension is not read by
 * other decoders; see "Options" in its README. Its native reader of strings is used where npm could get it.
 * https://github.com/kriszyp/cbor-x#options
 */
import { Encoder } from 'cbor-x';

export default {
  package: 'cbor-x',
  create() {
    const encoder = new Encoder({ useRecords: false, tagUint8Array: false });
    return {
      serialize: (document) => encoder.encode(document),
      deserialize: (bytes) => encoder.decode(bytes),
    };
  },
};

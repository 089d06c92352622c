/**
 * cbor-x as plain CBOR: one reused Encoder with `useRecords: false`, since other decoders don't read its record
 * extension. https://github.com/kriszyp/cbor-x#options
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

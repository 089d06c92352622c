/**
 * bson, MongoDB's own. An int64 is a bigint (`useBigInt64`) and binary data comes back as bytes instead of its class
 * Binary (`promoteBuffers`), see DeserializeOptions in its API documentation. `serialize` has no faster form: it writes
 * into one buffer of the module and copies.
 * https://github.com/mongodb/js-bson#documentation
 */
import { deserialize, serialize } from 'bson';

const OPTIONS = { useBigInt64: true, promoteBuffers: true };

export default {
  package: 'bson',
  create() {
    return {
      serialize: (document) => serialize(document),
      deserialize: (bytes) => deserialize(bytes, OPTIONS),
    };
  },
};

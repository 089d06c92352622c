/**
 * bson, MongoDB's own. An int64 is a bigint (`useBigInt64`) and binary data comes back as bytes instead of its class
 * Binary (`promoteBuffers`), see DeserializeOptions in its API documentation. `serialize` writes into one buffer of the
 * module and copies; that buffer has 17 MB, a little more than MongoDB takes as one document, and is made larger with
 * `setInternalBufferSize`, as documented there, when a document doesn't fit. Only a record is a document to it: anything
 * else is the field `value` of one.
 * https://github.com/mongodb/js-bson#documentation
 */
import { deserialize, serialize, setInternalBufferSize } from 'bson';

const OPTIONS = { useBigInt64: true, promoteBuffers: true };
/** What BSON's own length fields can say. */
const LARGEST = 2 ** 31 - 1;

export default {
  package: 'bson',
  create({ model }) {
    const write = growingWriter();
    if (model.root.kind === 'record') {
      return { serialize: write, deserialize: (bytes) => deserialize(bytes, OPTIONS) };
    }
    return {
      serialize: (document) => write({ value: document }),
      deserialize: (bytes) => deserialize(bytes, OPTIONS).value,
    };
  },
};

function growingWriter() {
  let size = 17 * 1024 * 1024;
  return (document) => {
    for (;;) {
      try {
        const bytes = serialize(document);
        // Some writes past the end are errors and some are lost: a full buffer may be one that was too small.
        if (bytes.length < size) return bytes;
      } catch (error) {
        if (!(error instanceof RangeError) || size === LARGEST) throw error;
      }
      size = Math.min(size * 2, LARGEST);
      setInternalBufferSize(size);
    }
  };
}

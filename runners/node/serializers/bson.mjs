/**
 * bson by MongoDB. An int64 is a bigint (`useBigInt64`), and binary data is read as bytes instead of the class Binary
 * (`promoteBuffers`); see DeserializeOptions in its API documentation. `serialize` writes to the module's buffer of
 * 17 MiB and returns a copy. If a document doesn't fit, `setInternalBufferSize` enlarges the buffer, as documented there.
 * BSON allows only a record as a document, so any other root is written as a record's field `value`.
 * https://github.com/mongodb/js-bson#documentation
 */
import { deserialize, serialize, setInternalBufferSize } from 'bson';

const OPTIONS = { useBigInt64: true, promoteBuffers: true };
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
        // Some writes past the end throw, others are lost silently: a full buffer may have been too small.
        if (bytes.length < size) return bytes;
      } catch (error) {
        if (!(error instanceof RangeError) || size === LARGEST) throw error;
      }
      size = Math.min(size * 2, LARGEST);
      setInternalBufferSize(size);
    }
  };
}

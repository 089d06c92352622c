/**
 * This row uses Node's own JSON. Replace it with your library, configured as its documentation recommends for speed.
 * wiremark times all that `serialize` and `deserialize` do, and verifies their results, also on hard documents (rare values, which
 * break nearly correct code). Documents are plain objects; an instant is a Date, bytes are a Buffer. For more options see
 * wiremark's runners/node/kit/serializer.mjs.
 */
import { compileConversion } from '../kit/conversion.mjs';
// import { parse, stringify } from 'my-library';

export default {
  version: `V8 ${process.versions.v8}`,
  // package: 'my-library', // instead of `version`: reports this package's version
  int64: 'number', // 'bigint' if your library supports it
  create({ model }) {
    // Converts bytes and dates, which JSON doesn't have. Remove this if your library supports them.
    const outgoing = compileConversion(model, {
      scalar: (type, value) => (type.kind === 'bytes' ? `${value}.toString('base64')` : undefined),
    });
    const incoming = compileConversion(model, {
      scalar: (type, value) => {
        if (type.kind === 'bytes') return `Buffer.from(${value}, 'base64')`;
        return type.kind === 'instant' ? `new Date(${value})` : undefined;
      },
    });
    return {
      serialize: outgoing
        ? (document) => JSON.stringify(outgoing(document))
        : (document) => JSON.stringify(document),
      deserialize: incoming ? (text) => incoming(JSON.parse(text)) : (text) => JSON.parse(text),
    };
  },
};

/**
 * Node's own JSON, to begin with: put your library in its place, as its documentation recommends it for speed. All that
 * these two functions do is timed, and verified on documents that are hard. Documents are plain objects; an instant is a
 * Date, bytes are a Uint8Array. runners/node/kit/serializer.mjs of wiremark says what else can stand here.
 */
import { compileConversion } from '../kit/conversion.mjs';
// import { parse, stringify } from 'my-library';

export default {
  version: `V8 ${process.versions.v8}`,
  // package: 'my-library', // in place of `version`: whose version is reported
  int64: 'number', // 'bigint' for a library that reads and writes those
  create({ model }) {
    // What JSON can't carry by itself is converted by hand, as a program would; a library that can needs neither.
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

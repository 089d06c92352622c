/**
 * JSON.stringify and JSON.parse. An int64 is a number, since JSON.parse returns no other type: beyond 2^53 it is
 * rounded and verification reports a mismatch. JSON.stringify itself writes a Date, by its toJSON. The row converts
 * bytes, and dates when parsing, since MDN's pages on JSON.stringify and JSON.parse leave this to the program:
 * https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/JSON
 */
import { compileConversion } from '../kit/conversion.mjs';

export default {
  version: `V8 ${process.versions.v8}`,
  int64: 'number',
  create({ model }) {
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

/**
 * JSON.stringify and JSON.parse, as they are. An int64 is a number, since that is all that JSON.parse makes: beyond 2^53
 * it is another number, and verification says so. Date has toJSON; what JSON can't carry by itself (bytes, and dates on
 * the way back) is converted by hand, as MDN's pages on JSON.stringify and JSON.parse leave it to the program:
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
      // JSON.stringify takes more arguments than a document: it is never handed out itself.
      serialize: outgoing
        ? (document) => JSON.stringify(outgoing(document))
        : (document) => JSON.stringify(document),
      deserialize: incoming ? (text) => incoming(JSON.parse(text)) : (text) => JSON.parse(text),
    };
  },
};

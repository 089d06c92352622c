/** What the serializers of the Node runner do on every kind of type and name (test/contract/runtime/every-row.ts). */
import { type Expected, testEveryRow } from '../../../test/contract/runtime/every-row.ts';

/** The built-in JSON has no int64: where there is a large one there must be a mismatch, and it must be this one. */
const ROUNDED: Expected = ['mismatch', /expected -?\d{17,}, found -?\d{16,}/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  'json every-kind': ROUNDED,
  'json contract-list': ROUNDED,
  'json contract-wide': ROUNDED,
  'json contract-names': ROUNDED,
  // Avro itself has no value of any type.
  'avsc contract-list': ['unsupported', /any type/],
  // It writes the key `__proto__` under another name, for safety's sake,
  'msgpackr contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*found nothing/],
  // as this does,
  'cbor-x contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*found nothing/],
  // and this refuses to read it.
  'msgpack contract-names deserialize': ['crash', /key __proto__ is not allowed/],
};

await testEveryRow({ runtime: 'node', expected: EXPECTED });

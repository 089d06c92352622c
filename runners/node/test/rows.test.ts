import { type Expected, everyOf, testEveryRow } from '../../../test/contract/runtime/every-row.ts';

/** JSON.parse rounds large int64 values. */
const ROUNDED: Expected = ['mismatch', /expected -?\d{17,}, found -?\d{16,}/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  ...everyOf('json', 'every-kind contract-list contract-wide contract-names', ROUNDED),
  'avsc contract-list': ['unsupported', /any type/],
  // msgpackr and cbor-x rename the key `__proto__` for safety.
  'msgpackr contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*but it is missing/],
  'cbor-x contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*but it is missing/],
  'msgpack contract-names deserialize': ['crash', /key __proto__ is not allowed/],
};

await testEveryRow({ runtime: 'node', expected: EXPECTED });

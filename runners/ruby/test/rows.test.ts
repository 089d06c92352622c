/** Runs Ruby's serializers on every type and kind of name (test/contract/runtime/every-row.ts). */
import { type Expected, testEveryRow } from '../../../test/contract/runtime/every-row.ts';
import { kit } from './kit.ts';

const NEEDS_IT: Expected = ['unsupported', /needs `?(class|object)`? itself|is one that it needs itself/];
const NO_ID: Expected = ['unsupported', /found by the object's id/];
const OTHER_KEYS: Expected = ['unsupported', /it makes every key lower camel case: it would write/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  // These define a method for each key, in a class that already has methods.
  'barley every-kind': NEEDS_IT,
  'barley contract-names': NEEDS_IT,
  'barley-cache every-kind': NEEDS_IT,
  'barley-cache contract-names': NEEDS_IT,
  'primalize every-kind': NEEDS_IT,
  'primalize contract-names': NEEDS_IT,
  'simple-ams contract-names': NEEDS_IT,
  'barley-cache contract-deep': NO_ID,
  'barley-cache contract-wide': NO_ID,
  // Names that change when converted to snake case and back.
  'alba-with-transformation every-kind': OTHER_KEYS,
  'alba-with-transformation contract-names': OTHER_KEYS,
};

await testEveryRow({ runtime: 'ruby', expected: EXPECTED, skip: kit.skip });

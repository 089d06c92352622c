/** What the serializers of the Ruby runner do on every kind of type and name (test/contract/runtime/every-row.ts). */
import { type Expected, testEveryRow } from '../../../test/contract/runtime/every-row.ts';
import { kit } from './kit.ts';

const NEEDS_IT: Expected = ['unsupported', /needs `?(class|object)`? itself|is one that it needs itself/];
const NO_ID: Expected = ['unsupported', /found by the object's id/];
const OTHER_KEYS: Expected = ['unsupported', /it makes every key lower camel case: it would write/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  // These make a method of each key, in a class that has methods of its own.
  'barley every-kind': NEEDS_IT,
  'barley contract-names': NEEDS_IT,
  'barley-cache every-kind': NEEDS_IT,
  'barley-cache contract-names': NEEDS_IT,
  'primalize every-kind': NEEDS_IT,
  'primalize contract-names': NEEDS_IT,
  'simple-ams contract-names': NEEDS_IT,
  'barley-cache contract-deep': NO_ID,
  'barley-cache contract-wide': NO_ID,
  // Names that don't come out as they were, once in snake case and back.
  'alba-with-transformation every-kind': OTHER_KEYS,
  'alba-with-transformation contract-names': OTHER_KEYS,
};

await testEveryRow({ runtime: 'ruby', expected: EXPECTED, skip: kit.skip });

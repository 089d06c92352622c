import { type Expected, everyOf, testEveryRow } from '../../../test/contract/runtime/every-row.ts';
import { kit } from './kit.ts';

const NEEDS_IT: Expected = ['unsupported', /needs `?(class|object)`? itself|is one that it needs itself/];
const NO_ID: Expected = ['unsupported', /found by the object's id/];
const OTHER_KEYS: Expected = ['unsupported', /it makes every key lower camel case: it would write/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  // These libraries define a method for each key, in a class that needs methods of its own.
  ...everyOf('barley barley-cache primalize', 'every-kind contract-names', NEEDS_IT),
  'simple-ams contract-names': NEEDS_IT,
  ...everyOf('barley-cache', 'contract-deep contract-wide', NO_ID),
  // Some names of these datasets change when converted to snake case and back.
  ...everyOf('alba-with-transformation', 'every-kind contract-names', OTHER_KEYS),
};

await testEveryRow({ runtime: 'ruby', expected: EXPECTED, skip: kit.skip });

import { join } from 'node:path';
import { testWrongs, type Wrong, wrong } from '../../../test/contract/runtime/wrongs.ts';

const faults = (tasks: Wrong['tasks'], expected: Readonly<Record<string, RegExp>>) =>
  Object.entries(expected).map(([id, one]) => [id, wrong(id.replaceAll('-', ' '), tasks, one)] as const);
const OK = /^ok$/;

const own = Object.fromEntries([
  ...faults(['serialize'], {
    'varies-as-declared': OK,
    'remembers-as-declared': /^remembers: keeps results from call to call, as its entry declares$/,
    'varies-undeclared': OK,
    'has-a-stale-cache': /^mismatch: (unseen|hard) document \d+: .*expected/,
    'puts-out-a-text-object': /^mismatch: serialize returned String instead of text/,
  }),
  ...faults(['deserialize'], {
    'keeps-defaults-on-a-prototype': OK,
    'lazy-class': /^mismatch: result 0: "id" is a getter, not data/,
    'lazy-proxy': /^mismatch: result 0: a proxy instead of data/,
    'returns-nothing': /^(mismatch|crash): /,
  }),
]);

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  hasOneRecord: true,
  head: (text) => text.replace(/^warmup = .*$/m, 'warmup = { minimum = 100, maximum = 300 }'),
  entry: (id) => ({
    file: 'wrongs/wrongs.mjs',
    sources: [],
    more: `varies = ${id === 'varies-as-declared'}\nremembers = ${id === 'remembers-as-declared'}`,
  }),
  bytes: ['one-buffer'],
  expected: {
    'lazy-list': /^mismatch: result 0: 0 is a getter, not data/,
    'lazy-object': /^mismatch: result 0: "id" is a getter, not data/,
    'one-buffer': /^mismatch: results 0 and 1 share memory/,
    stale: /^mismatch: .*(?:expected .*, found | share memory)/,
  },
  own,
});

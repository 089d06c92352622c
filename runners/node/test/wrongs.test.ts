/** The standard wrong serializers, and those that only this language can have. */
import { join } from 'node:path';
import { DELAYED, testWrongs, type Wrong, wrong } from '../../../test/contract/runtime/wrongs.ts';

const faults = (tasks: Wrong['tasks'], expected: Readonly<Record<string, RegExp>>) =>
  Object.entries(expected).map(([id, one]) => [id, wrong(id.replaceAll('-', ' '), tasks, one)] as const);
const OK = /^ok$/;

const own = Object.fromEntries([
  ...Object.entries(DELAYED),
  ...faults(['serialize', 'deserialize'], {
    'drops-a-field': /^mismatch: document 0: \/tags: expected/,
    'rounds-doubles': /^mismatch: document 0: \/score: expected/,
    'loses-int64': /^mismatch: .*\/id: expected -?\d+, found -?\d+/,
  }),
  ...faults(['serialize'], {
    'varies-as-declared': OK,
    'remembers-as-declared': /^remembers: keeps results from call to call, as its entry declares$/,
    // Nothing is wrong with what they do.
    'varies-undeclared': OK,
    'slows-the-clock': OK,
    'truncates-after-an-escape': /^mismatch: hard document \d+: \/name: expected/,
    'grows-from-call-to-call': /^mismatch: document \d+ is not valid JSON: /,
    'grows-while-timed': /^mismatch: what was timed isn't what was verified: /,
    'writes-invalid-json': /^mismatch: document 0 is not valid JSON: .*byte/,
    'has-a-stale-cache': /^mismatch: (new|hard) document \d+: .*expected/,
    'pads-while-timed': /^mismatch: document \d+ is not valid JSON: /,
    'gets-worse': /^mismatch: document \d+ is not valid JSON: /,
    'puts-out-a-subclass': /^mismatch: serialize returned Lazy that isn't plain bytes instead of bytes/,
    'puts-out-a-text-object': /^mismatch: serialize returned String instead of text/,
    'fills-by-a-thread': /^mismatch: serialize returned Buffer that isn't plain bytes instead of bytes/,
    // It sees what is asked, and no more: the kit reads by what it kept before.
    'listens-to-the-protocol': OK,
    'writes-local-time': /^mismatch: document 0: \/born: expected/,
    'breaks-while-timed': /^crash: .*out of luck/,
  }),
  ...faults(['deserialize'], {
    'keeps-defaults-on-a-prototype': OK,
    'reuses-one-object': /^mismatch: results 0 and 1 share memory/,
    'hides-behind-a-prototype': /^mismatch: result 0: "id" is a getter, not data/,
    'hides-behind-a-proxy': /^mismatch: result 0: a proxy stands where data should/,
    'empties-objects-while-timed': /^mismatch: document \d+: \/id: expected .*, found nothing/,
    'returns-nothing': /^(mismatch|crash): /,
  }),
]);

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  hasOneRecord: true,
  head: (text) => text.replace(/^warmup = .*$/m, 'warmup = { minimum = 20, maximum = 100 }'),
  entry: (id) => ({
    file: 'wrongs/wrongs.mjs',
    sources: [],
    more: `varies = ${id === 'varies-as-declared'}\nremembers = ${id === 'remembers-as-declared'}`,
  }),
  bytes: ['later', 'one-buffer', 'puts-out-a-subclass', 'fills-by-a-thread'],
  expected: {
    'lazy-list': /^mismatch: result 0: 0 is a getter, not data/,
    'lazy-object': /^mismatch: result 0: "id" is a getter, not data/,
    later: /^mismatch: document \d+ is not valid JSON: /,
    'one-buffer': /^mismatch: results 0 and 1 share memory/,
    stale: /^mismatch: .*(?:this is document \d| share memory)/,
  },
  own,
});

/** Seeded attempts of each kind, in their hundreds by `script/hardship.ts`; and that a find would be found. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { practiceOf } from '../../script/hardship/fields.ts';
import { broken } from '../../script/hardship/fields-prober.ts';
import { temporary } from '../files/temporary.ts';

const scratch = temporary('fields');

/** What is tried of each kind: what starts processes takes seconds. */
const ATTEMPTS = { definitions: 7, runs: 5, exports: 3, replies: 1 } as const;

describe('an extreme or a wrong kind in one place: right, or refused in a line that names it', {
  concurrency: 2,
}, () => {
  for (const [kind, count] of Object.entries(ATTEMPTS))
    test(kind, async () => {
      const finds: string[] = [];
      let done = 0;
      const all = practiceOf([kind]).attempts({ scratch: join(scratch, kind), seed: 1 });
      for await (const { what, find, again } of all) {
        if (find !== null) finds.push(`${what}\n${find}\n${again}`);
        if (++done === count) break;
      }
      assert.deepEqual(finds, []);
    });
});

const ASKED = { cwd: '/', home: '/', argv: ['list'] };
const REFUSED = {
  ...{ code: 2, stdout: '', stderr: 'wiremark: /suite.toml:3: title: expected a string, found 1\n' },
  ...{ found: null, cpuSeconds: 1, peakMiB: 100, leavingSeconds: null },
};

test('an answer that breaks a rule is a find, whichever rule', () => {
  assert.equal(broken(REFUSED, ASKED), null);
  const wrong = [
    { code: 3 },
    { code: null },
    { stderr: '' },
    { stderr: 'wiremark: a bug in wiremark: RangeError: too deep (WIREMARK_STACK=1 shows where)\n' },
    { stderr: 'RangeError: too deep\n    at parse (file:///a.ts:3:4)\n' },
    { stderr: `wiremark: unknown key "${'x'.repeat(5_000)}"\n` },
    { cpuSeconds: 11 },
    { peakMiB: 1100 },
    { leavingSeconds: 4 },
    { found: 'a page is missing' },
  ];
  for (const change of wrong)
    assert.notEqual(broken({ ...REFUSED, ...change }, ASKED), null, JSON.stringify(change).slice(0, 99));
});

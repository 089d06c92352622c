/** What is judged is what ends wiremark, however much it has said before: its notices are known by nobody. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { badEnd, tells } from '../../script/hardship/judging.ts';
import { RUN } from '../../script/hardship/verbs.ts';
import { type Outcome, World } from '../../script/hardship/world.ts';
import { temporary } from '../files/temporary.ts';

const scratch = temporary('judging');

test('a run that says how long it takes, and then why it ends, has ended well', async () => {
  const world = new World(scratch, 'judged');
  writeFileSync(join(world.cwd, '.wiremark'), 'no folder');
  const outcome = await world.wiremark(RUN, null);
  assert.equal(outcome.status, 2, outcome.stderr);
  assert.match(outcome.stderr, /^wiremark: .* of measuring: 1 case/m);
  assert.equal(outcome.errors.length, 1, outcome.stderr);
  assert.match(outcome.errors[0]!, /^wiremark: the folder of runs .* can't be used: /);
  assert.ok(!outcome.stderr.includes('\x02'), 'as a person sees it');
  assert.equal(badEnd(outcome, ''), null);
});

const ended = (errors: readonly string[], stderr = errors.join('')): Outcome => {
  const rest = { signal: null, stdout: '', isLate: false, notes: [], left: [] };
  return { status: errors.length > 0 ? 2 : 0, stderr, errors, ...rest };
};

test('two reasons are one too many, and none is one too few', () => {
  const one = 'wiremark: no room\n  on /disk\n';
  assert.equal(badEnd(ended([one], `wiremark: wrote x\n${one}`), ''), null);
  assert.match(badEnd(ended([one, 'wiremark: again\n']), '')!, /2 lines/);
  assert.match(badEnd({ ...ended([]), status: 2 }, '')!, /0 lines/);
});

test('more than usual is said of what befell it', () => {
  const usual = ended([], 'wiremark: about 10 s of measuring\n');
  assert.ok(!tells(ended([], 'wiremark: about 12 s of measuring\n'), usual, 'EIO'));
  assert.ok(tells(ended([], `${usual.stderr}wiremark: run one: 3 samples are lost\n`), usual, 'EIO'));
});

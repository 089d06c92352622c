/** What is judged is what ends wiremark, however much it has said before: its notices are known by nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badEnd, tells } from '../../script/hardship/judging.ts';
import type { Outcome } from '../../script/hardship/world.ts';

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

/** How script/hardship.ts judges the end of a verb: by its error, not by its notices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badEnd, tells } from '../../script/hardship/judging.ts';
import type { Outcome } from '../../script/hardship/world.ts';

const ended = (errors: readonly string[], stderr = errors.join('')): Outcome => {
  const rest = { signal: null, stdout: '', isLate: false, notes: [], left: [] };
  return { status: errors.length > 0 ? 2 : 0, stderr, errors, ...rest };
};

test('exit code 2 needs exactly one reason', () => {
  const one = 'wiremark: no room\n  on /disk\n';
  assert.equal(badEnd(ended([one], `wiremark: wrote x\n${one}`), ''), null);
  assert.match(badEnd(ended([one, 'wiremark: again\n']), '')!, /2 lines/);
  assert.match(badEnd({ ...ended([]), status: 2 }, '')!, /0 lines/);
});

test('a fault counts as reported if more than usual is printed', () => {
  const usual = ended([], 'wiremark: about 10 s of measuring\n');
  assert.ok(!tells(ended([], 'wiremark: about 12 s of measuring\n'), usual, 'EIO'));
  assert.ok(tells(ended([], `${usual.stderr}wiremark: run one: 3 samples are lost\n`), usual, 'EIO'));
});

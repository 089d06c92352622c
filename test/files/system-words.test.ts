/** What the system says of a file, without what the message says anyway. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { test } from 'node:test';
import { systemWords } from '../../src/files/system-words.ts';

function wordsOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return systemWords(error);
  }
  return 'nothing';
}

test('a message of the system without its code, call and path', () => {
  const gone = "/no/such/it's, here";
  for (const act of [() => readFileSync(gone), () => renameSync(gone, '/no/other')])
    assert.equal(wordsOf(act), 'no such file or directory');
  const root = wordsOf(() => readFileSync('/'));
  assert.equal(root, 'illegal operation on a directory');
  assert.equal(systemWords(new Error('as it is, open')), 'as it is, open');
});

/** The help of verbs: its width and its examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { place } from '../contract/place.ts';
import { succeeds } from './in-process.ts';

for (const verb of ['', 'run', 'report', 'compare'])
  test(`wiremark ${verb} --help fits 80 columns, except commands to copy`, async () => {
    const { stdout } = await succeeds('.', [...verb.split(' ').filter((word) => word !== ''), '--help']);
    const wide = stdout.split('\n').filter((line) => [...line].length > 80 && !/^ +\S*wiremark /.test(line));
    assert.deepEqual(wide, []);
  });

test('examples in the help select existing rows', async () => {
  const examples = new Set<string>();
  for (const verb of [[], ['run'], ['bench']]) {
    const { stdout } = await succeeds(place.home, [...verb, '--help']);
    const found = [...stdout.matchAll(/^ +\S*wiremark (run (?!--data)[a-z][^\n]*?)(?: {2,}[^\n]*)?$/gm)]
      .map(([, words = '']) => words.replaceAll("'", ''))
      .filter((words) => !/ --(data|out)\b/.test(words));
    assert.ok(found.length > 0);
    for (const one of found) examples.add(one);
  }
  for (const example of examples) await succeeds(place.home, [...example.split(' '), '--list']);
});

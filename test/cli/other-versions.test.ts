/** Runs that another version of wiremark recorded: refused in one line, and no matter for the others. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsFolder } from '../../src/store/locate.ts';
import { scratchFolder } from '../contract/command.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';
import { refuses, wiremark } from './in-process.ts';

const root = scratchFolder('other-versions')('runs');
cpSync(recordedFolder, join(runsFolder(root), 'own'), { recursive: true });
for (const [name, schema] of Object.entries({ older: 3, newer: 5 })) {
  mkdirSync(join(runsFolder(root), name));
  writeFileSync(join(runsFolder(root), name, 'run.json'), JSON.stringify({ schema, id: name }));
}

const WHY = {
  older:
    /^wiremark: \S+older\/run\.json: written by an older wiremark \(its schema is 3, .*: measure it again/,
  newer: /^wiremark: \S+newer\/run\.json: written by a newer wiremark \(its schema is 5, .*: update wiremark/,
};

for (const [name, why] of Object.entries(WHY))
  test(`the ${name} run is refused by each verb that reads runs`, async () => {
    const path = join(runsFolder(root), name);
    for (const args of [
      ['report', path],
      ['compare', path, 'own'],
      ['runs', 'export', path],
      ['sql', 'from results', '--run', path],
      ['run', '--resume', path],
    ]) {
      const stderr = await refuses(root, args, why);
      assert.equal(stderr.trim().split('\n').length, 1, args.join(' '));
    }
  });

test('the others are read as ever, and it is told what is left out', async () => {
  const { status, stdout, stderr } = await wiremark(root, [
    'sql',
    'select count(*) from runs',
    '--format',
    'csv',
  ]);
  assert.deepEqual([status, stdout.trim().split('\n').at(-1)], [0, '1']);
  assert.equal(stderr.match(/left out/g)?.length, 2);
});

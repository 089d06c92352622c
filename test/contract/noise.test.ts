import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { scratchFolder, succeeds } from './command.ts';
import { here, PLAIN, patternHere } from './shipped.ts';

const folder = scratchFolder('noise');

test('noise measures a row against itself and prints which differences runs can show', () => {
  const { stdout } = succeeds(folder('whole'), ['noise', '--budget', '8s']);
  assert.ok(stdout.startsWith(`${PLAIN}, record/single, serialize: `), stdout);
  assert.match(
    stdout,
    /a quick run shows differences from about \d+ %, a full run from about \d+ %\.$|too few rounds/m,
  );
});

test('noise refuses anything except one row on one case', async () => {
  const cwd = folder('refused');
  for (const [words, message] of [
    ['-s HERE/*', /takes one serializer on one case.*HERE\/json on record\/single, serialize/],
    ['-s HERE/jsn', /-s HERE\/jsn matches no serializer.*Did you mean "HERE\/json"/],
    ['-d users', /takes one serializer on one case.*users\/small, serialize; /],
    ['-d record/huge', /-d record\/huge matches no dataset or size/],
    ['-s HERE/msgpackr -t parse-tree', /takes one serializer on one case that it does; these match: none/],
    ['-t guess', /-t guess matches no task/],
  ] as const)
    await refuses(cwd, `noise ${words.replace('HERE', here.runtime)}`.split(' '), patternHere(message));
});

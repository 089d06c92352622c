/** `wiremark noise` as a whole, as short as possible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { areGone, begin, childrenOf, scratchFolder, succeeds, until } from './command.ts';
import { here, PLAIN, toldHere } from './shipped.ts';

const folder = scratchFolder('noise');
const SHORT = ['noise', '--budget', '8s'];

test('a row is measured against itself, and a sentence says what is noise', () => {
  const { stdout } = succeeds(folder('whole'), SHORT);
  assert.ok(stdout.startsWith(`${PLAIN}, record/single, serialize: `), stdout);
  assert.match(stdout, /differences below \d+\.\d % are noise\.$|too few rounds/m);
});

test('an interrupt ends it and its children', async () => {
  const run = begin(folder('interrupted'), SHORT);
  const { child, ended, errors } = run;
  // Two children at once are runners: npm and builds start one.
  await until(run, () => childrenOf(child).length >= 2);
  const children = childrenOf(child);
  child.kill('SIGINT');
  assert.equal(await ended, 130, errors());
  assert.match(errors(), /stopping/);
  await areGone(children);
});

test('anything but one row on one case is refused with the fix', async () => {
  const cwd = folder('refused');
  for (const [args, message] of [
    ['-s HERE/*', /takes one serializer on one case.*HERE\/json on record\/single, serialize/],
    ['-s HERE/jsn', /-s HERE\/jsn matches no serializer.*Did you mean "HERE\/json"/],
    ['-d users', /takes one serializer on one case.*users\/small, serialize; /],
    ['-d record/huge', /-d record\/huge matches no dataset or size/],
    ['-s HERE/msgpackr -t parse-tree', /takes one serializer on one case that it does; these match: none/],
    ['-t guess', /-t guess matches no task/],
  ] as const)
    await refuses(cwd, `noise ${args.replace('HERE', here.runtime)}`.split(' '), toldHere(message));
});

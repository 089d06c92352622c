/** `wiremark noise` as a whole, as short as it goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { areGone, begin, childrenOf, scratchFolder, succeeds, until } from './command.ts';
import { here, PLAIN, toldHere } from './shipped.ts';

const folder = scratchFolder('noise');
const SHORT = ['noise', '--budget', '8s'];

test('a serializer is compared with itself for as long as it was told, and the machine is judged', () => {
  const { stdout } = succeeds(folder('whole'), [...SHORT, '--format', 'json']);
  const { what, rounds, spread, verdict } = JSON.parse(stdout);
  assert.deepEqual(what, { serializer: PLAIN, dataset: 'record/single', task: 'serialize' });
  assert.ok(rounds >= 1 && (rounds === 1 || spread > 0), stdout);
  assert.match(verdict, /this machine is/);
});

test('an interrupt ends it and whatever it started', async () => {
  const run = begin(folder('interrupted'), SHORT);
  const { child, ended, errors } = run;
  // Not only npm or a build: processes that come and go by themselves are none that it would have to end.
  await until(run, () => childrenOf(child).length >= 2);
  const children = childrenOf(child);
  child.kill('SIGINT');
  assert.equal(await ended, 130, errors());
  assert.match(errors(), /stopping/);
  await areGone(children);
});

test('what can not be compared is refused with what to do', async () => {
  const cwd = folder('refused');
  for (const [args, message] of [
    ['-s HERE/*', /takes one serializer on one case.*HERE\/json on record\/single, serialize/],
    ['-s HERE/jsn', /-s HERE\/jsn matches no serializer.*Did you mean "HERE\/json"/],
    ['-d users', /takes one serializer on one case.*users\/small, serialize; /],
    ['-d record/huge', /-d record\/huge matches no dataset or size/],
    ['-s HERE/msgpackr -t parse-tree', /no serializer "HERE\/msgpackr" does parse-tree/],
    ['-t guess', /-t guess matches no task/],
  ] as const)
    await refuses(cwd, `noise ${args.replace('HERE', here.runtime)}`.split(' '), toldHere(message));
});

/**
 * A runtime that nothing in wiremark knows, in a folder of its own: built by its own program, verified and measured beside
 * one that is shipped, and not disturbed by what others build meanwhile.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { begin, pause, rowsIn, runsIn, samplesOf, scratchFolder, wiremark } from './command.ts';
import { copyToy, suiteToml } from './definitions.ts';
import { place } from './place.ts';
import { PLAIN } from './shipped.ts';

const folder = scratchFolder('toy');

/** The toy, and a suite of it, in a folder of its own. Its greeting makes it another build than any other test's. */
function toyPlace(name: string): { cwd: string; greet(greeting: string): void } {
  const cwd = folder(name);
  copyToy(join(cwd, 'toy'));
  writeFileSync(join(cwd, 'toy.toml'), suiteToml({ serializers: ['toy/plain', PLAIN] }));
  const manifest = join(cwd, 'toy/runner.toml');
  const text = readFileSync(manifest, 'utf8');
  const greet = (greeting: string) =>
    writeFileSync(manifest, text.replace('"hello"', JSON.stringify(`${greeting} from ${cwd}`)));
  greet('hello');
  return { cwd, greet };
}

const TOY = ['--runner', 'toy/runner.toml'];
const QUICK = ['--quick', '--no-memory', '--no-limits', '--format', 'json'];
const builtIn = (cwd: string) => readFileSync(join(cwd, 'built'), 'utf8');

test('it is built by its own program and measured beside a row that ships, with not a word of it in the core', () => {
  const { cwd } = toyPlace('measured');
  const first = wiremark(cwd, ['run', 'toy.toml', ...TOY, ...QUICK, '--rounds', '2']);
  assert.equal(first.status, 0, first.stdout + first.stderr);
  assert.equal(builtIn(cwd), 'plain\n');
  const rows = rowsIn(first.stdout);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [PLAIN, 'toy/plain'].sort());
  for (const { verdict, reason, nsPerOp } of rows) {
    assert.equal(verdict, 'ok', reason ?? '');
    assert.ok(nsPerOp!.estimate > 0);
  }
  const again = wiremark(cwd, ['check', 'toy.toml', ...TOY, '-r', 'toy']);
  assert.equal(again.status, 0, again.stdout + again.stderr);
  assert.match(again.stdout, /^toy\/plain +ok/m);
  assert.equal(builtIn(cwd), 'plain\n', 'what is built is not built again');
});

test('what another wiremark builds meanwhile changes nothing for a run that is under way', async () => {
  const { cwd, greet } = toyPlace('disturbed');
  const words = ['run', 'toy.toml', ...TOY, ...QUICK, '-r', 'toy', '--rounds', '6'];
  const run = begin(cwd, words);
  while (runsIn(cwd).every((one) => samplesOf(one).length === 0) && run.child.exitCode === null)
    await pause();
  const builds = () =>
    readdirSync(join(place.cache, 'builds/toy')).filter((name) => !/^\.|\.lock$/.test(name));
  const before = builds();

  // From now on every process that is started from the toy's folder would crash.
  greet('goodbye');
  const main = join(cwd, 'toy/plain.mjs');
  writeFileSync(main, 'process.exit(1);\n');
  const broken = wiremark(cwd, ['check', 'toy.toml', ...TOY, '-r', 'toy']);
  assert.equal(broken.status, 1, 'the second builds what now is there');
  assert.match(broken.stdout, /^toy\/plain +crash/m);

  assert.equal(await run.ended, 0, run.errors());
  assert.deepEqual(
    rowsIn(run.output()).map(({ name, verdict }) => [name, verdict]),
    [['toy/plain', 'ok']],
  );
  const after = builds();
  assert.deepEqual(
    before.filter((name) => !after.includes(name)),
    [],
    'nothing that was built has gone',
  );
});

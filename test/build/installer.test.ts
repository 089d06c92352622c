import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { type Failure, runInstaller, unclear, untilGeneral } from '../../runners/build-kit/installer.mjs';
import { askInterpreter } from '../../runners/build-kit/interpreter.mjs';
import { makeOnce } from '../../runners/build-kit/once.mjs';
import { inOrder } from '../../runners/build-kit/order.mjs';
import { groupUnits, readExact } from '../../runners/build-kit/packages.mjs';
import { temporary } from '../machine/temporary.ts';

const folder = temporary('installer');

const installing = (script: string, log?: string) =>
  runInstaller({
    name: 'the installer',
    program: process.execPath,
    args: ['-e', script],
    ...(log !== undefined && { log }),
    failureOf: (output) => unclear('the installer', output.at(-1), log),
  });

test('each failure comes with its fix; a full disk is one failure for all', async () => {
  assert.equal(await installing(''), null);
  assert.deepEqual(await installing('console.error("first"); console.error("last"); process.exit(1)'), {
    reason: 'the installer: last',
    fix: 'see what the installer says and try again',
    retry: 600,
  });
  const full = await installing('console.log("write ENOSPC"); console.log("gave up"); process.exit(1)');
  assert.deepEqual(full, {
    reason: 'the installer: the disk is full',
    fix: 'free some space and try again',
    retry: 600,
    isGeneral: true,
  });
  const missing = { name: 'it', program: 'no-such-installer', args: [], missing: 'install it' };
  assert.deepEqual(await runInstaller({ ...missing, failureOf: () => assert.fail() }), {
    reason: 'no-such-installer is not installed',
    fix: 'install it',
    isGeneral: true,
  });
});

test('a log stays where a failure names it, and only there', async () => {
  const log = join(folder, 'log');
  await installing('console.log("all went well")', log);
  assert.equal(existsSync(log), false);
  const failure = await installing('console.log("broken"); process.exit(1)', log);
  assert.equal(failure?.fix, `see what the installer says and try again (log: ${log})`);
  assert.equal(readFileSync(log, 'utf8'), 'broken\n');
});

test('a tool that is silent for long is reported, and ended at its limit', async () => {
  const file = join(folder, 'quiet.mjs');
  const tool = new URL('../../runners/build-kit/tool.mjs', import.meta.url);
  writeFileSync(
    file,
    `import { runTool } from '${tool}';
const tool = (ms, more) => runTool({ program: process.execPath, args: ['-e', 'setTimeout(() => {}, ' + ms + ')'], ...more });
const { ended } = await tool(900, { quiet: 300 });
console.log(ended);
const cut = await tool(60_000, { longest: 300 });
console.log(cut.ended, cut.reason);
`,
  );
  const { stdout } = await execa(process.execPath, [file]);
  const lines = stdout.split('\n');
  assert.match(lines[0]!, /^progress node\S* is still running, and has printed nothing for 0\.3 s$/);
  assert.match(lines[1]!, /nothing for 0\.6 s$/);
  assert.equal(lines.at(-2), 'well');
  assert.match(lines.at(-1)!, /^cut-off \S+ took more than 0\.3 s$/);
});

test('files that are made once are complete or absent', async () => {
  const place = join(folder, 'made');
  const failure: Failure = { reason: 'no', fix: 'none' };
  const fill = async (aside: string) => writeFileSync(join(aside, 'file'), '');
  assert.deepEqual(
    await makeOnce(place, async (aside) => {
      await fill(aside);
      return failure;
    }),
    failure,
  );
  await assert.rejects(
    makeOnce(place, () => Promise.reject(new Error('thrown'))),
    /thrown/,
  );
  const found = readdirSync(folder).filter((name) => /making|made/.test(name));
  assert.deepEqual(found, []);
  assert.deepEqual(await Promise.all([makeOnce(place, fill), makeOnce(place, fill)]), [null, null]);
  assert.equal(await makeOnce(place, () => assert.fail('it is there')), null);
  assert.deepEqual(readdirSync(place), ['file']);
});

test('after a general failure nothing more is installed', async () => {
  const ask = untilGeneral();
  const own: Failure = { reason: 'no such version', fix: 'none' };
  const general: Failure = { reason: 'no network', fix: 'none', isGeneral: true };
  const outcomes = [own, null, general, null];
  const answers: (Failure | null)[] = [];
  for (const outcome of outcomes) answers.push(await ask(async () => outcome));
  assert.deepEqual(answers, [own, null, general, general]);
  assert.equal(await ask(() => assert.fail('the network is gone')), general);
});

test('packages are read by version or by path; units share an install as far as they can', () => {
  const fix = 'write name@1';
  const read = (packages: readonly string[]) => readExact(packages, /^(\w+)@(\d+)$/, fix);
  const path = `mine@file:/there#sha256-${'0'.repeat(64)}`;
  assert.deepEqual(read(['some@1', path]), {
    named: [{ name: 'some', version: '1', spelled: 'some@1' }],
    locals: [{ name: 'mine', path: '/there', digest: '0'.repeat(64), spelled: path }],
  });
  assert.deepEqual(read(['some@1', 'any@^2']), {
    reason: '"any@^2" isn\'t a package with an exact version',
    fix,
  });
  const units = [['a'], [], ['b'], ['a'], []].map((packages, id) => ({ id: `${id}`, packages }));
  const groups = groupUnits(
    units,
    ([letter = '']) => ({ letter }),
    (one, other) => one.letter === other.letter,
  );
  const found = groups.map((group) => group.units.map(({ id }) => id));
  assert.deepEqual(found, [['1', '4'], ['0', '3'], ['2']]);
});

test('an interpreter prints its version among other lines; the error of one that fails is quoted', async () => {
  const told = (script: string) =>
    askInterpreter({
      ...{ language: 'Toy', program: process.execPath, args: ['-e', script] },
      ...{ oldest: '3.10', fix: 'install Toy 3.10' },
    });
  const says = (...lines: string[]) => `console.log(${JSON.stringify(lines.join('\n'))});`;
  const answer = await told(
    says('a shim', 'wiremark:version 3.10.1', 'wiremark:part a b', 'wiremark:part c'),
  );
  assert.ok('version' in answer);
  assert.deepEqual([answer.version, answer.all('part'), answer.all('no')], ['3.10.1', ['a b', 'c'], []]);
  const shim = ['', 'shim: toy: command not found', '', 'Note: see the help', '  for tips'];
  const traceback = ['Traceback (most recent call last):', '  File "<string>", line 1', 'Error: no module'];
  for (const [script, reason] of [
    [says('wiremark:version 3.9.9'), /^\S+ is Toy 3\.9\.9, and the runner is written for 3\.10$/],
    [says('hello'), /^\S+ does not say what it is$/],
    [`${says(...shim)} process.exit(1);`, /^\S+: shim: toy: command not found$/],
    [`${says(...traceback)} process.exit(1);`, /^\S+: Error: no module$/],
  ] as const) {
    const failure = await told(script);
    assert.ok('reason' in failure);
    assert.match(failure.reason, reason);
    assert.equal(failure.fix, 'install Toy 3.10');
  }
});

test('units that need others come after them, the rest in order, up to a limit at once', async () => {
  const needs: Readonly<Record<string, readonly string[]>> = { a: ['c'], b: [], c: [], d: ['e'], e: ['d'] };
  const events: string[] = [];
  let running = 0;
  let most = 0;
  await inOrder({
    queue: Object.keys(needs),
    needs: (one) => needs[one]!,
    atOnce: 2,
    work: async (one) => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 5));
      running -= 1;
      events.push(one);
    },
  });
  assert.ok(events.indexOf('a') > events.indexOf('c'), events.join());
  assert.ok(events.indexOf('e') > events.indexOf('d'), 'of a circle, the first goes first');
  assert.deepEqual([[...events].sort(), most], [['a', 'b', 'c', 'd', 'e'], 2]);
});

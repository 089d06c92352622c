/** What is told alike of every tool that installs, and that a slow one isn't ended. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { type Failure, runInstaller, unclear } from '../../runners/build-kit/installer.mjs';
import { makeOnce } from '../../runners/build-kit/once.mjs';
import { temporary } from '../files/temporary.ts';

const folder = temporary('installer');

/** An installer that is a script of Node. */
const installing = (script: string, log?: string) =>
  runInstaller({
    name: 'the installer',
    program: process.execPath,
    args: ['-e', script],
    ...(log !== undefined && { log }),
    failureOf: (output) => unclear('the installer', output.at(-1), log),
  });

test('what goes wrong is told with what to do; a full disk is one for all', async () => {
  assert.equal(await installing(''), null);
  assert.deepEqual(await installing('console.error("first"); console.error("last"); process.exit(1)'), {
    reason: 'the installer: last',
    cure: 'see what the installer says and try again',
    retry: 600,
  });
  const full = await installing('console.log("write ENOSPC"); console.log("gave up"); process.exit(1)');
  assert.deepEqual(full, {
    reason: 'the installer: the disk is full',
    cure: 'free some space and try again',
    retry: 600,
    isGeneral: true,
  });
  const missing = { name: 'it', program: 'no-such-installer', args: [], missing: 'install it' };
  assert.deepEqual(await runInstaller({ ...missing, failureOf: () => assert.fail() }), {
    reason: 'no-such-installer is not installed',
    cure: 'install it',
    isGeneral: true,
  });
});

test('a log stays where a failure names it, and only there', async () => {
  const log = join(folder, 'log');
  await installing('console.log("all went well")', log);
  assert.equal(existsSync(log), false);
  const failure = await installing('console.log("broken"); process.exit(1)', log);
  assert.equal(failure?.cure, `see what the installer says and try again (log: ${log})`);
  assert.equal(readFileSync(log, 'utf8'), 'broken\n');
});

test('a tool that prints nothing for long is told of, and ended only at its limit', async () => {
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

test('what is made once is there whole or not at all', async () => {
  const place = join(folder, 'made');
  const failure: Failure = { reason: 'no', cure: 'none' };
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
  assert.deepEqual(
    readdirSync(folder).filter((name) => /making|made/.test(name)),
    [],
  );
  // Of two at the same time, one comes first, and the other has it too.
  assert.deepEqual(await Promise.all([makeOnce(place, fill), makeOnce(place, fill)]), [null, null]);
  assert.equal(await makeOnce(place, () => assert.fail('it is there')), null);
  assert.deepEqual(readdirSync(place), ['file']);
});

/** Runs that end before their time: nothing is lost, nothing is left behind, and they can go on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { forge } from '../store/write-run.ts';
import {
  areGone,
  type Begun,
  begin,
  childrenOf,
  orderOf,
  recordOf,
  runsIn,
  samplesOf,
  scratchFolder,
  succeeds,
  until,
  wiremark,
} from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';

const folder = scratchFolder('resume');
const OWN = ['--add', 'bench/row.toml', '-s', 'my-json'];
const ROWS = ['-r', 'node', ...OWN, '-s', 'hand-written', '-t', 'serialize', '--no-limits'];
const TWO = ['run', 'quickstart', ...ROWS, '--rounds', '2', '--quick', '--seed', '11', '--fail-if', 'failed'];

const runIn = (cwd: string): string | null => runsIn(cwd)[0] ?? null;

/** A folder with a library of one's own. */
function place(name: string): string {
  const cwd = folder(name);
  writeFiles(cwd, libraryOf('export const write = JSON.stringify;\n'));
  return cwd;
}

/** Waits until a block of the round has been timed. */
async function reach(round: number, cwd: string, run: Begun): Promise<void> {
  const isTimed = (folder: string) =>
    samplesOf(folder).some((one) => one.phase === 'block' && one.round === round);
  await until(run, () => runsIn(cwd).some(isTimed));
}

test('a killed run leaves no runner, goes on where it was, and ends as if nothing had been', async () => {
  const cwd = place('killed');
  const run = begin(cwd, TWO);
  await reach(1, cwd, run);
  const runners = childrenOf(run.child);
  assert.ok(runners.length > 0, 'runners are alive while a round is timed');
  run.child.kill('SIGKILL');
  await run.ended;
  const killed = runIn(cwd)!;
  const before = samplesOf(killed).filter(({ round }) => round === 0);
  assert.equal(recordOf(killed).cases[0]!.rounds, 1);
  // They end by themselves when their input does.
  await areGone(runners);

  const { stdout, stderr } = succeeds(cwd, ['run', '--resume', '--format', 'json']);
  assert.equal(runIn(cwd), killed, 'in the same folder');
  assert.match(stderr, /^wiremark: passed "failed": none of 1 row$/m, 'by the rule that it was begun with');
  const record = recordOf(killed);
  assert.equal(record.partial, false);
  assert.equal(record.cases[0]!.rounds, 2);
  assert.equal(record.interruptions!.length, 1);
  const samples = samplesOf(killed);
  assert.deepEqual(
    samples.filter(({ round }) => round === 0),
    before,
    'the whole round was not repeated',
  );
  const keys = orderOf(samples);
  assert.equal(new Set(keys).size, keys.length, 'no slice twice');
  assert.deepEqual(JSON.parse(stdout).partial, false);
  for (const row of JSON.parse(stdout).rows) assert.equal(row.verdict, 'ok');

  const whole = place('whole');
  succeeds(whole, [...TWO, '--format', 'csv']);
  assert.deepEqual(keys, orderOf(samplesOf(runIn(whole)!)), 'the order that the seed gives');

  await refuses(cwd, ['run', '--resume'], /is complete/);
});

test('SIGTERM keeps what was measured and leaves no process; changed things refuse to go on', async () => {
  const cwd = place('terminated');
  const run = begin(cwd, TWO);
  await reach(1, cwd, run);
  const runners = childrenOf(run.child);
  run.child.kill('SIGTERM');
  await run.ended;
  assert.equal(run.child.exitCode, 130, run.errors());
  await areGone(runners);
  const stopped = runIn(cwd)!;
  const record = recordOf(stopped);
  assert.equal(record.partial, true);
  assert.ok(samplesOf(stopped).length > 0);
  assert.match(run.errors(), /what was measured is kept/);
  // On a busy machine processes may end too late; then a line names the command that prints the results.
  if (run.output() === '') assert.match(run.errors(), /to print the results so far: \S*wiremark report/);
  const printed = run.output() || wiremark(cwd, ['report']).stdout;
  assert.match(printed, /partial/i);
  assert.match(printed, /hand-written/);

  forge(stopped, { tool: '0.0.1' });
  await refuses(cwd, ['run', '--resume'], /wiremark was 0\.0\.1 and is[\s\S]*begin a new run/);
  forge(stopped, record);

  // The version that a runner reports is known only when it starts.
  const contenders = record.contenders.map((one) => ({ ...one, version: '0.0.0-other' }));
  forge(stopped, { contenders });
  const other = wiremark(cwd, ['run', '--resume']);
  assert.equal(other.status, 2);
  assert.match(other.stderr, /was 0\.0\.0-other and is .* now: this run can't continue/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { forge } from '../store/write-run.ts';
import {
  areGone,
  begin,
  childrenOf,
  hasTimed,
  recordOf,
  runIn,
  runsIn,
  samplesOf,
  scratchFolder,
  succeeds,
  until,
  wiremark,
} from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';
import { here } from './shipped.ts';

const folder = scratchFolder('resume');
const ROWS = ['-r', here.runtime, '--add', 'bench/row.toml', '-s', 'my-json,hand-written', '-t', 'serialize'];
const FLAGS = '--rounds 2 --quick --seed 11 --no-limits --fail-if failed'.split(' ');
const RUN = ['run', 'quickstart', ...ROWS, ...FLAGS];

function folderWithLibrary(name: string): string {
  const cwd = folder(name);
  writeFiles(cwd, libraryOf('export const write = JSON.stringify;\n'));
  return cwd;
}

/** Starts a run and sends it a signal in its second round. @returns the run's process, after its end */
async function interrupted(cwd: string, signal: NodeJS.Signals) {
  const begun = begin(cwd, RUN);
  await until(begun, () => runsIn(cwd).some((run) => hasTimed(run, 1)));
  const runners = childrenOf(begun.child);
  assert.ok(runners.length > 0, 'runners are alive while a round is timed');
  begun.child.kill(signal);
  await begun.ended;
  await areGone(runners);
  return begun;
}

const slicesOf = (cwd: string): string[] =>
  samplesOf(runIn(cwd))
    .filter(({ phase }) => phase === 'block')
    .map(({ round, block, contender }) => `${round}.${block}.${contender}`);

test('a killed run leaves no runner, and is resumed where it ended', async () => {
  const cwd = folderWithLibrary('killed');
  await interrupted(cwd, 'SIGKILL');
  const run = runIn(cwd);
  const firstRound = () => samplesOf(run).filter(({ round }) => round === 0);
  const before = firstRound();
  assert.equal(recordOf(run).cases[0]!.rounds, 1);

  const { stdout, stderr } = succeeds(cwd, ['run', '--resume', '--format', 'json']);
  assert.equal(runIn(cwd), run, 'in the same folder');
  assert.match(stderr, /^wiremark: passed "failed": none of 1 row$/m, 'by the rule of the original command');
  const { partial, cases, interruptions } = recordOf(run);
  assert.deepEqual([partial, cases[0]!.rounds, interruptions!.length], [false, 2, 1]);
  assert.deepEqual(firstRound(), before, 'the complete round is not repeated');
  const slices = slicesOf(cwd);
  assert.equal(new Set(slices).size, slices.length, 'no slice twice');
  const report = JSON.parse(stdout);
  assert.equal(report.partial, false);
  for (const row of report.rows) assert.equal(row.verdict, 'ok');

  const uninterrupted = folderWithLibrary('whole');
  succeeds(uninterrupted, [...RUN, '--format', 'csv']);
  assert.deepEqual(slices, slicesOf(uninterrupted), 'the same seed gives the same order');
  await refuses(cwd, ['run', '--resume'], /is complete/);
});

test('SIGTERM keeps the samples; a run with other versions is not resumed', async () => {
  const cwd = folderWithLibrary('terminated');
  const { child, errors, output } = await interrupted(cwd, 'SIGTERM');
  assert.equal(child.exitCode, 130, errors());
  const run = runIn(cwd);
  const record = recordOf(run);
  assert.equal(record.partial, true);
  assert.ok(samplesOf(run).length > 0);
  assert.match(errors(), /what was measured is kept/);
  // If processes end too late on a busy machine, wiremark only names the command that prints the results.
  if (output() === '') assert.match(errors(), /to print the results so far: \S*wiremark report/);
  const printed = output() || wiremark(cwd, ['report']).stdout;
  assert.match(printed, /partial/i);
  assert.match(printed, /hand-written/);

  forge(run, { tool: '0.0.1' });
  await refuses(cwd, ['run', '--resume'], /wiremark was 0\.0\.1 and is[\s\S]*begin a new run/);
  // A row's version is known only after its runner has started.
  const contenders = record.contenders.map((one) => ({ ...one, version: '0.0.0-other' }));
  forge(run, { ...record, contenders });
  const other = wiremark(cwd, ['run', '--resume']);
  assert.equal(other.status, 2);
  assert.match(other.stderr, /was 0\.0\.0-other and is .* now: this run can't continue/);
});

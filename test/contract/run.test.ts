/** Whole runs of the command, small enough to be quick: what is printed, what is kept, how it ends. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import {
  begin,
  copyNodeKit,
  orderOf,
  pause,
  recordOf,
  runsIn,
  samplesOf,
  scratchFolder,
  wiremark,
} from './command.ts';

const folder = scratchFolder('run');
const ROWS = ['run', 'quickstart', '-r', 'node', '-s', 'json', '-s', 'hand-written'];
const SMALL = [...ROWS, '--rounds', '2', '--quick', '--no-limits'];

test('a run prints its rows, keeps its samples, and can be printed again in any format', async () => {
  const cwd = folder('whole');
  const { status, stdout, stderr } = wiremark(cwd, [...SMALL, '--seed', '5', '--format', 'json']);
  assert.equal(status, 0, stdout + stderr);
  const result = JSON.parse(stdout);
  assert.equal(result.schema, 5);
  assert.equal(result.partial, false);
  assert.equal(result.rows.length, 4);
  for (const row of result.rows) {
    assert.equal(row.verdict, 'ok');
    assert.equal(row.outputKind, 'text');
    assert.ok(row.nsPerOp.estimate > 0);
    assert.ok(row.ratio.estimate > 0);
    assert.ok(row.rank >= 1);
    assert.equal(row.sizes?.raw > 0, row.task === 'serialize');
  }
  const [run] = runsIn(cwd);
  assert.ok(samplesOf(run!).length > 0);
  assert.equal(recordOf(run!).settings.seed, 5);

  const csv = wiremark(cwd, ['report', '--format', 'csv']);
  assert.equal(csv.status, 0, csv.stdout + csv.stderr);
  assert.equal(parse(csv.stdout, { columns: true }).length, 4);
  const markdown = wiremark(cwd, ['report', 'last', '--out', 'table.md']);
  assert.equal(markdown.status, 0, markdown.stdout + markdown.stderr);
  assert.match(readFileSync(join(cwd, 'table.md'), 'utf8'), /\| *-+/);
  const terminal = wiremark(cwd, ['report']);
  assert.match(terminal.stdout, /hand-written/);
  assert.ok(!terminal.stdout.includes('\u001b'), 'no colour in a pipe');
});

test('limits and memory are measured when asked for, and never ranked or called rows', () => {
  const cwd = folder('limits');
  const words = [...ROWS, '-t', 'serialize', '--rounds', '1', '--quick', '--limits', '--memory'];
  const run = wiremark(cwd, words);
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const { stdout } = wiremark(cwd, ['report', '--format', 'json']);
  interface Row {
    serializer: string;
    limit: string | null;
    verdict: string;
    rank: number | null;
    nsPerOp: { estimate: number };
    memory: { allocated: { known: boolean; value: number } } | null;
  }
  const rows: Row[] = JSON.parse(stdout).rows;
  const limits = rows.filter(({ limit }) => limit !== null);
  assert.deepEqual(limits.map(({ limit }) => limit).sort(), ['copy', 'no-op', 'walk', 'write']);
  for (const row of limits) {
    assert.deepEqual([row.verdict, row.rank, row.memory], ['ok', null, null]);
    assert.ok(row.nsPerOp.estimate > 0);
  }
  for (const { limit, rank, memory } of rows) {
    if (limit !== null) continue;
    assert.ok(rank! >= 1);
    assert.ok(memory!.allocated.known && memory!.allocated.value > 0);
  }
  const text = wiremark(cwd, ['report']).stdout;
  assert.match(text, /no-op/);
  assert.match(text, /% of hand/);
  const answer =
    '\n\nSummary\nnode/json is the only library that is ranked[^\n]+\n([^\n]+\n)*Next: [^\n]+\n( .*\n)*';
  assert.match(run.stdout, new RegExp(`${answer}$`), 'who has measured has the answer last');
  assert.match(text, new RegExp(`^Quick start[^]*?${answer}\nrecord/single`), 'a report begins with it');
});

test('the same seed gives the same order', async () => {
  const order = async (name: string, seed: string) => {
    const cwd = folder(`seed-${name}`);
    const { status, stdout, stderr } = wiremark(cwd, [
      ...SMALL,
      '-t',
      'serialize',
      '--seed',
      seed,
      '--format',
      'csv',
    ]);
    assert.equal(status, 0, stdout + stderr);
    return orderOf(samplesOf(runsIn(cwd)[0]!));
  };
  const first = await order('one', '7');
  assert.deepEqual(await order('two', '7'), first);
  assert.notDeepEqual(await order('other', '8'), first);
});

test('a row that did not do the work is printed unranked and makes the exit code 1', () => {
  const cwd = folder('liar');
  copyNodeKit(cwd, 'mine');
  mkdirSync(join(cwd, 'serializers'));
  writeFileSync(
    join(cwd, 'serializers/empty.mjs'),
    "export default { version: '1', create: () => ({ serialize: () => '{}' }) };\n",
  );
  writeFileSync(
    join(cwd, 'runner.toml'),
    `runtime = "mine"
start = ["node", "{folder}/kit/main.mjs"]

[[serializer]]
id = "empty"
format = "json"
output = "text"
tasks = ["serialize"]
file = "serializers/empty.mjs"
`,
  );
  writeFileSync(
    join(cwd, 'mine.toml'),
    `title = "Mine"
baseline = "node/json"
serializers = ["node/json", "mine/*"]

[[case]]
dataset = "record"
sizes = ["single"]
tasks = ["serialize"]
`,
  );
  const words = ['mine.toml', '--runner', 'runner.toml'];
  const { status, stdout } = wiremark(cwd, ['run', ...words, '--quick', '--rounds', '1', '--format', 'json']);
  assert.equal(status, 1);
  const row = JSON.parse(stdout).rows.find((one: { runtime: string }) => one.runtime === 'mine');
  assert.equal(row.verdict, 'mismatch');
  assert.match(row.reason, /\/person/);
  assert.equal(row.rank, null);
  assert.equal(row.nsPerOp, null);
  assert.equal(wiremark(cwd, ['check', ...words]).status, 1);
});

test('an interrupt keeps what was measured, prints it as partial and leaves no process', async () => {
  const cwd = folder('interrupted');
  const { child, ended, output, errors } = begin(cwd, [...ROWS, '--rounds', '500']);
  // Until a whole round is in, so that there is something to print.
  const inRound = (run: string) => samplesOf(run).some(({ phase, round }) => phase === 'block' && round > 0);
  while (!runsIn(cwd).some(inRound)) {
    assert.equal(child.exitCode, null, errors());
    await pause();
  }
  child.kill('SIGINT');
  assert.equal(await ended, 130, errors());
  assert.match(errors(), /what was measured is kept/);
  // On a busy machine what was started may end too late to be waited for; then it is said what prints it.
  if (output() === '') assert.match(errors(), /to print what there is: \S*wiremark report/);
  const printed = output() || wiremark(cwd, ['report']).stdout;
  assert.match(printed, /partial/i);
  assert.match(printed, /hand-written/);
  assert.equal(recordOf(runsIn(cwd)[0]!).partial, true);
  const { stdout } = spawnSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' });
  assert.ok(!stdout.split('\n').some((line) => line.trim().startsWith(`${child.pid} `)), stdout);
});

/** Whole runs of the command, small enough to be quick: what is printed, what is kept, how it ends. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { REPORT_SCHEMA } from '../../src/report/run/report.ts';
import { recordOf, rowsIn, runsIn, samplesOf, scratchFolder, succeeds, wiremark } from './command.ts';

const folder = scratchFolder('run');
const ROWS = ['run', 'quickstart', '-r', 'node', '-s', 'json', '-s', 'hand-written'];
const SMALL = [...ROWS, '--rounds', '2', '--quick', '--no-limits'];

test('a run prints its rows, keeps its samples, and can be printed again in any format', async () => {
  const cwd = folder('whole');
  const { stdout } = succeeds(cwd, [...SMALL, '--seed', '5', '--format', 'json']);
  const result = JSON.parse(stdout);
  assert.equal(result.schema, REPORT_SCHEMA);
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

  const csv = succeeds(cwd, ['report', '--format', 'csv']);
  assert.equal(parse(csv.stdout, { columns: true }).length, 4);
  succeeds(cwd, ['report', 'last', '--out', 'table.md']);
  assert.match(readFileSync(join(cwd, 'table.md'), 'utf8'), /\| *-+/);
  const terminal = wiremark(cwd, ['report']);
  assert.match(terminal.stdout, /hand-written/);
  assert.ok(!terminal.stdout.includes('\u001b'), 'no colour in a pipe');
});

test('limits and memory are measured when asked for, and never ranked or called rows', () => {
  const cwd = folder('limits');
  const words = [...ROWS, '-t', 'serialize', '--rounds', '1', '--quick', '--limits', '--memory'];
  const run = succeeds(cwd, words);
  const { stdout } = wiremark(cwd, ['report', '--format', 'json']);
  const rows = rowsIn(stdout);
  const limits = rows.filter(({ limit }) => limit !== null);
  assert.deepEqual(limits.map(({ limit }) => limit).sort(), ['copy', 'no-op', 'walk', 'write']);
  for (const row of limits) {
    assert.deepEqual([row.verdict, row.rank, row.memory], ['ok', null, null]);
    assert.ok(row.nsPerOp!.estimate > 0);
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

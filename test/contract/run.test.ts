import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { REPORT_SCHEMA } from '../../src/report/run/report.ts';
import { recordOf, rowsIn, runIn, samplesOf, scratchFolder, succeeds, wiremark } from './command.ts';
import { here, PLAIN } from './shipped.ts';

const folder = scratchFolder('run');
const RUN = ['run', 'quickstart', '-r', here.runtime, '-s', 'json,hand-written', '--quick'];

test('a run prints its rows, keeps its samples, and can be printed again in other formats', () => {
  const cwd = folder('whole');
  const flags = '--rounds 2 --no-limits --seed 5 --format json'.split(' ');
  const result = JSON.parse(succeeds(cwd, [...RUN, ...flags]).stdout);
  assert.deepEqual([result.schema, result.partial, result.rows.length], [REPORT_SCHEMA, false, 4]);
  for (const row of result.rows) {
    assert.deepEqual([row.verdict, row.outputKind], ['ok', 'text']);
    assert.ok(row.nsPerOp.estimate > 0);
    assert.ok(row.ratio.estimate > 0);
    assert.ok(row.rank >= 1);
    assert.equal(row.sizes.raw, result.rows[0].sizes.raw, 'both rows write and read the same JSON');
  }
  assert.ok(samplesOf(runIn(cwd)).length > 0);
  assert.equal(recordOf(runIn(cwd)).settings.seed, 5);

  const csv = succeeds(cwd, ['report', '--format', 'csv']);
  assert.equal(parse(csv.stdout, { columns: true }).length, 4);
  succeeds(cwd, ['report', 'last', '--out', 'table.md']);
  assert.match(readFileSync(join(cwd, 'table.md'), 'utf8'), /\| *-+/);
  const terminal = wiremark(cwd, ['report']);
  assert.match(terminal.stdout, /hand-written/);
  assert.ok(!terminal.stdout.includes('\u001b'), 'no color in a pipe');
});

test('limits and memory are measured on request; limits are not ranked', () => {
  const cwd = folder('limits');
  const run = succeeds(cwd, [...RUN, ...'-t serialize --rounds 1 --limits --memory'.split(' ')]);
  const rows = rowsIn(wiremark(cwd, ['report', '--format', 'json']).stdout);
  const kinds = rows.flatMap(({ limit }) => limit ?? []);
  assert.deepEqual(kinds.sort(), ['copy', 'no-op', 'walk', 'write']);
  for (const { limit, verdict, rank, memory, nsPerOp } of rows)
    if (limit !== null) {
      assert.deepEqual([verdict, rank, memory], ['ok', null, null]);
      assert.ok(nsPerOp!.estimate > 0);
    } else {
      assert.ok(rank! >= 1);
      assert.ok(memory!.allocated.known && memory!.allocated.value > 0);
    }
  const text = wiremark(cwd, ['report']).stdout;
  assert.match(text, /no-op/);
  assert.match(text, /% of hand/);
  const answer = `\n\nSummary\n${PLAIN} is the only library that is ranked[^\n]+\n[^]*?Next: [^\n]+\n\n.*wiremark.*\n(.+\n)*`;
  assert.match(run.stdout, new RegExp(`${answer}$`), 'a run ends with the summary');
  assert.match(text, new RegExp(`^Quick start[^]*?${answer}\nrecord/single`), 'a report begins with it');
});

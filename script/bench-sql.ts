/**
 * Prints the times to write, read and query a million samples. The first query of the table `results` computes the table;
 * later ones read it from the cache.
 *
 *     node --import tsx script/bench-sql.ts [--runs 100] [--samples 10000] [--times 5]
 *     node --import tsx script/bench-sql.ts --runs 1000 --samples 2000    (1,000 runs answer "from results" in under 3 s)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from '../src/cli/sql/sql.ts';
import { readRun } from '../src/store/folder/reader.ts';
import { createRun } from '../src/store/folder/writer.ts';
import { newRunId, runsFolder } from '../src/store/locate.ts';
import type { RunRecord, Sample } from '../src/store/record/record.ts';
import { contender, outcome, smallRun } from '../test/report/small-run.ts';

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    samples: { type: 'string', default: '10000' },
    times: { type: 'string', default: '5' },
  },
});
const [runs, samples, times] = [Number(flags.runs), Number(flags.samples), Number(flags.times)];

const CONTENDERS = 10;
const BLOCKS = 32;
const QUERIES = [
  'select count(*) from samples',
  `select runtime, serializer, task, count(*), quantile_cont(ns_per_op, [0.05, 0.5, 0.95, 0.99])
     from samples where phase = 'block' group by all order by all`,
  `select run, runtime, serializer, median(ns_per_op) from samples where phase = 'block' group by all order by all`,
  'select r.suite, quantile_cont(ns_per_op, 0.5) from samples join runs r on r.id = run where cores = 2 group by all',
  'select count(*), median(ratio) from results',
];

function recordOf(number: number): RunRecord {
  const startedAt = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000);
  const indices = Array.from({ length: CONTENDERS }, (_, i) => i);
  const { record } = smallRun([], {
    id: newRunId('bench', startedAt, number),
    startedAt: startedAt.toISOString(),
    finishedAt: null,
    partial: true,
    suite: { name: 'bench', title: 'Bench', style: 'default' },
    machine: { cpu: '', cores: 2, memoryBytes: 1, os: '', kernel: '', arch: '', load: null, governor: null },
    contenders: indices.map((i) => contender(`${i % 2 === 0 ? 'mill' : 'ark'}/serializer-${i}`)),
    cases: [
      {
        dataset: 'd',
        size: 's',
        task: 'serialize',
        batch: 1,
        contenders: indices,
        baseline: 0,
        ended: 'rounds',
      },
    ],
    outcomes: indices.map((i) => outcome(i)),
  });
  return record;
}

function sampleOf(number: number): Sample {
  const slice = Math.floor(number / CONTENDERS);
  // Irregular, to compress as badly as real times.
  const ns = 50_000_000 + ((number * 2_654_435_761) % 2_000_003);
  return {
    case: 0,
    contender: number % CONTENDERS,
    round: Math.floor(slice / BLOCKS),
    phase: 'block',
    block: slice % BLOCKS,
    ops: 20_000 + (number % 997),
    ns,
    cpuNs: ns - (number % 100_003),
    waitNs: number % 50_021,
  };
}

/** @returns the folder of a finished run */
function makeRun(root: string, number: number): string {
  const record = recordOf(number);
  const folder = join(runsFolder(root), record.id);
  const run = createRun(folder, record);
  for (let i = 0; i < samples; i++) run.sample(sampleOf(number * samples + i));
  run.finish(true);
  return folder;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await work();
  console.log(`${(performance.now() - begin).toFixed(0).padStart(6)} ms  ${what}`);
  return result;
}

const home = join(import.meta.dirname, '..');

async function ask(root: string, query: string): Promise<void> {
  const place = { home, cache: join(root, 'cache'), code: 'bench' };
  await sql(place, query, { format: 'csv', out: join(root, 'out.csv') });
}

async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'wiremark-sql-'));
  try {
    process.chdir(root);
    console.log(`${runs} runs of ${samples} samples, ${availableParallelism()} cores`);
    const folders = await timed('write all', async () =>
      Array.from({ length: runs }, (_, number) => makeRun(root, number)),
    );
    await timed('read one run', async () => readRun(folders[0]!).samples.of(0));
    for (const query of QUERIES) {
      console.log(`\n${query}`);
      for (let i = 0; i < times; i++) await timed(i === 0 ? 'the first time' : '', () => ask(root, query));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

await main();

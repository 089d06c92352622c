/**
 * What the kits' loops cost beside the barest loop of their language: rows in both, in turns, in fresh processes.
 *
 *     node --import tsx script/look.ts [ROW…]
 *
 * Rows are of Node and Python; the JVM's loop is held against JMH's by script/crosscheck.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadCatalog } from '../src/bench/definitions.ts';
import { openWorkbench, type Workbench } from '../src/bench/workbench.ts';
import { readDataset } from '../src/define/dataset.ts';
import { caseName } from '../src/define/names.ts';
import type { SuiteDefinition } from '../src/define/types.ts';
import { keepCoresAwake } from '../src/machine/keepers.ts';
import { type Contender, contenderName } from '../src/plan/case.ts';
import { makePlan, type PlannedCase } from '../src/plan/plan.ts';
import { jobLines } from '../src/runner/job.ts';
import { median, sortSamples } from '../src/stats/samples.ts';

const home = join(import.meta.dirname, '..');
const ROWS = [
  'node/hand-written',
  'node/json',
  'node/msgpackr',
  'python/msgspec',
  'python/orjson',
  'python/ormsgpack',
];
const rows = process.argv.length > 2 ? process.argv.slice(2) : ROWS;
/** Pairs of processes. */
const TURNS = 9;
const SLICES = 40;

const scratch = mkdtempSync(join(tmpdir(), 'wiremark-look-'));
const known = loadCatalog(home);
const person = readDataset(join(home, 'test/data/person'));
const catalog = { ...known, datasets: new Map([...known.datasets, ['person', person]]) };
const tasks = ['serialize', 'deserialize'] as const;
const suite: SuiteDefinition = {
  ...{ name: 'look', title: 'Look', file: '', style: 'default', batch: 1, quick: true },
  // Of 600 bytes and of 150.
  cases: [
    { dataset: 'record', sizes: ['single'], tasks },
    { dataset: 'person', sizes: ['small'], tasks },
  ],
  serializers: rows,
  baseline: rows[0]!,
};
const plan = makePlan(suite, catalog.runners, {});
const workbench = await openWorkbench({
  plan,
  catalog,
  cache: join(homedir(), '.cache/wiremark'),
  progress: () => {},
});
console.log(
  'ns an operation in the fastest turn: the barest loop, the kit’s, their difference; the median difference of pairs, and their middle half',
);
// As in a run: between two slices a core would doze, and be slow when it wakes up.
const keepers = await keepCoresAwake();
for (const planned of plan.cases)
  for (const contender of planned.contenders)
    if (workbench.unavailable(planned, contender) === null) await look(workbench, planned, contender);
await keepers.stop();
rmSync(scratch, { recursive: true });

async function look(workbench: Workbench, planned: PlannedCase, contender: Contender): Promise<void> {
  const { job, command } = await workbench.launchOf(planned, contender);
  const inputs = await workbench.inputs(planned, contender);
  const [jobFile, set] = [join(scratch, 'job'), join(scratch, 'set')];
  writeFileSync(jobFile, `${jobLines(job).join('\n')}\n`);
  writeFileSync(set, inputs.bytes);
  const [program, started] = command as [string, string];
  const isNode = contender.runtime === 'node';
  const barest = [
    join(home, `script/look/bare.${isNode ? 'mjs' : 'py'}`),
    isNode ? dirname(started) : started,
  ];
  const pairs: (readonly [bare: number, kit: number])[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const { stdout } = spawnSync(program, [...barest, jobFile, set, String(inputs.count)], {
      encoding: 'utf8',
    });
    const kit = await ofKit(workbench, planned, contender);
    pairs.push([middle(stdout.trim().split(' ').map(Number)), kit]);
  }
  const shares = sortSamples(pairs.map(([bare, kit]) => kit / bare - 1));
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const at = (part: number) => percent(shares[Math.floor(part * (shares.length - 1))]!);
  const [bare, kit] = [0, 1].map((one) => Math.min(...pairs.map((pair) => pair[one as 0 | 1])));
  console.log(
    [
      contenderName(contender),
      caseName(planned),
      ...[bare!, kit!].map((ns) => ns.toFixed(1)),
      percent(kit! / bare! - 1),
      percent(median(shares)),
      `[${at(0.25)}, ${at(0.75)}]`,
    ].join('  '),
  );
}

async function ofKit(workbench: Workbench, planned: PlannedCase, contender: Contender): Promise<number> {
  const client = await workbench.start(planned, contender);
  try {
    await client.set(await workbench.inputs(planned, contender));
    let ops = 1;
    for (let ns = 0; ns < 10e6; { ns } = await client.slice(ops, 0)) ops *= 2;
    for (let i = 0; i < 60; i++) await client.slice(ops, 1);
    const times: number[] = [];
    for (let i = 0; i < SLICES; i++) times.push((await client.slice(ops, 1)).ns / ops);
    return middle(times);
  } finally {
    await client.end();
  }
}

function middle(values: readonly number[]): number {
  return median(sortSamples(values));
}

/** The run of the golden reports, with invented figures: every verdict and finding, limits, memory, an interrupted case. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublished } from '../../src/define/published.ts';
import type { Published } from '../../src/define/published-figure.ts';
import { readSuite } from '../../src/define/suite.ts';
import type { Format, Task } from '../../src/define/types.ts';
import type { Difference, Verdict } from '../../src/plan/verdict.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { runsFolder } from '../../src/store/locate.ts';
import type {
  MemoryFigures,
  RunContender,
  RunOutcome,
  Sample,
  Sizes,
} from '../../src/store/record/record.ts';
import { forge, writeRun } from '../store/write-run.ts';
import {
  contender,
  failed,
  known,
  MACHINE,
  makeJitter,
  memory,
  outcome,
  recordedFacts,
  slice,
  smallRun,
  stored,
  unknown,
  type WholeRun,
  withRecord,
} from './small-run.ts';

const PLANS: readonly (Partial<RunContender> & { readonly name: string })[] = [
  { name: 'ark/zio-json', version: '0.7.44' },
  { name: 'ark/circe', version: '0.14.15' },
  { name: 'ark/argonaut', version: '6.3.11' },
  { name: 'ark/play-json', version: '3.0.5', deviations: ['negative-zero-as-zero'] },
  { name: 'ark/jsoniter-scala', version: '2.38.2' },
  { name: 'ark/hand-written-scala', version: '1', bound: 'hand-written' },
  { name: 'ark/scalajack-8', version: '8.1.0' },
  { name: 'ark/scalajack-7', version: null, deviations: ['null-omitted', 'negative-zero-as-zero'] },
  { name: 'mill/avsc', format: 'avro', output: 'bytes', version: '5.7.9' },
  { name: 'mill/json', version: 'v20.20.2', deviations: ['negative-zero-as-zero'] },
  { name: 'mill/msgpackr', format: 'msgpack', output: 'bytes', version: '1.11.5' },
  { name: 'mill/fast-json-stringify', version: '6.1.1' },
  { name: 'quartz/naïve|日本語-serializer', version: '0.1 | beta' },
  { name: 'ark/jackson', version: '2.20.1' },
  { name: 'ark/jackson-afterburner', version: '2.20.1' },
  { name: 'ark/protobuf', format: 'protobuf', output: 'bytes', version: '4.33.1' },
  { name: 'ark/limit-no-op', output: 'bytes', limit: 'no-op' },
  { name: 'ark/limit-copy', output: 'bytes', limit: 'copy' },
  { name: 'ark/limit-write', output: 'bytes', limit: 'write' },
  { name: 'ark/limit-walk', output: 'bytes', limit: 'walk' },
  { name: 'mill/limit-no-op', output: 'bytes', limit: 'no-op' },
  { name: 'mill/limit-walk', output: 'bytes', limit: 'walk' },
];

const contenders = PLANS.map(({ name, ...plan }) =>
  contender(name, { title: `${name.split('/')[1]}, the library`, version: null, ...plan }),
);

const indexOf = (name: string): number => PLANS.findIndex((plan) => plan.name === name);

/** A row of a case: its true time in ns, or a verdict that is not `ok`; neither if the run was interrupted before it. */
interface RowPlan {
  readonly ns?: number;
  readonly verdict?: Verdict;
  readonly rounds?: number;
  readonly unverified?: boolean;
}

type Rows = Readonly<Record<string, number | RowPlan>>;

const named = (runtime: string, rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${runtime}/${name}`, row]));
const ark = (rows: Rows) => named('ark', rows);
const mill = (rows: Rows) => named('mill', rows);

interface CasePlan {
  readonly where: readonly [dataset: string, size: string, task: Task];
  readonly baseline: string;
  /** Default: 10. */
  readonly rounds?: number;
  readonly batch?: number;
  /** Relative noise from launch to launch. Default: 0.004. */
  readonly noise?: number;
  readonly bytes: number;
  readonly rows: Rows;
}

const difference: Difference = {
  ...{ set: 'hard', document: 3, pointer: '/users/0/firstName' },
  ...{ expected: '"a|b \\ud83d\\ude00 …"', found: '"a"' },
};
const where = `hard document 3: ${difference.pointer}`;
const MISMATCH: Verdict = {
  verdict: 'mismatch',
  reason: `${where}: expected ${difference.expected}, found ${difference.found}`,
  difference,
};

const CRASHED =
  'java.lang.NoSuchMethodError: scala.quoted\n\u001b[31m  at co.blocke.Writer\u001b[0m (| *bold* <b>)';

const CASES: readonly CasePlan[] = [
  {
    where: ['record', 'single', 'serialize'],
    baseline: 'ark/zio-json',
    bytes: 498,
    rows: {
      ...ark({ 'zio-json': 1420, circe: 1431, argonaut: 3960, 'play-json': 5210, 'jsoniter-scala': 486 }),
      'ark/hand-written-scala': 612,
      ...ark({ 'limit-no-op': 2.1, 'limit-copy': 31, 'limit-write': 187, 'limit-walk': 96 }),
      'ark/scalajack-8': failed('crash', CRASHED),
      'ark/scalajack-7': {
        verdict: {
          verdict: 'unavailable',
          reason: 'co.blocke:scalajack_2.13 is unavailable',
          fix: 'run ./wiremark doctor once the registry can be reached',
        },
      },
    },
  },
  {
    where: ['record', 'double', 'serialize'],
    baseline: 'ark/zio-json',
    bytes: 996,
    rows: {
      ...ark({ 'zio-json': 2690, circe: 2640, 'hand-written-scala': 1180, protobuf: 990 }),
      'ark/limit-walk': failed('crash', 'java.lang.OutOfMemoryError: Java heap space'),
    },
  },
  {
    where: ['record', 'many', 'serialize'],
    baseline: 'ark/zio-json',
    bytes: 49_800,
    rows: ark({ 'zio-json': 127_000, circe: 121_500, argonaut: 127_020, 'jsoniter-scala': 121_480 }),
  },
  {
    where: ['record', 'single', 'to-tree'],
    baseline: 'ark/zio-json',
    noise: 0.03,
    bytes: 498,
    rows: ark({ 'zio-json': 890, circe: 570, argonaut: 1180, 'play-json': 1720 }),
  },
  {
    where: ['users', 'small', 'serialize'],
    baseline: 'mill/avsc',
    rounds: 3,
    noise: 0.01,
    bytes: 161_204,
    rows: {
      'mill/avsc': { verdict: MISMATCH },
      ...mill({ json: 402_000, msgpackr: 401_000, 'limit-no-op': 3.4, 'limit-walk': 52_000 }),
      'ark/protobuf': 151_000,
      'ark/jackson': failed('timeout', 'no answer to slice within 60 s'),
      'ark/scalajack-7': failed('unsupported', 'does not do serialize for a uuid'),
      'quartz/naïve|日本語-serializer': 5_300_000,
    },
  },
  {
    where: ['test-object', 'single', 'serialize'],
    baseline: 'ark/jackson',
    batch: 1000,
    bytes: 33_371,
    rows: ark({ jackson: 61_200, 'jackson-afterburner': 58_900, protobuf: 21_050 }),
  },
  {
    where: ['users', 'small', 'deserialize'],
    baseline: 'mill/json',
    rounds: 2,
    noise: 0.02,
    bytes: 161_204,
    rows: {
      'mill/json': 1_210_000,
      'mill/msgpackr': { ns: 640_000, rounds: 1 },
      'ark/jackson': { ns: 700_000, unverified: true },
      'mill/fast-json-stringify': failed('unsupported', 'does not do deserialize'),
      'ark/protobuf': {},
    },
  },
];

const rowsOf = ({ rows }: CasePlan): [string, RowPlan][] =>
  Object.entries(rows).map(([name, row]) => [name, typeof row === 'number' ? { ns: row } : row]);

const UNSTEADY = ['ark/argonaut', 'ark/limit-copy'];
const BLOCKS = 3;
/** Six slices to become steady, and two more. */
const WARMUPS = 8;
/** Bytes of a format for a byte of JSON. */
const SIZE_OF: Partial<Record<Format, number>> = { json: 1, protobuf: 0.36, avro: 0.5, msgpack: 0.8 };

function sizesOf(format: Format, bytes: number): Sizes {
  const raw = bytes * SIZE_OF[format]!;
  return { raw, gzip: raw / 2.55, zstd: raw / 2.61, brotli: raw / 2.9 };
}

function outcomesOf(plan: CasePlan, number: number): RunOutcome[] {
  return rowsOf(plan).flatMap(([name, { ns, verdict, unverified }]): RunOutcome[] => {
    const index = indexOf(name);
    const { limit, format, deviations } = contenders[index]!;
    if (verdict) return [outcome(index, { case: number, verdict })];
    if (ns === undefined || unverified) return [];
    const sizes = limit !== null ? null : sizesOf(format, plan.bytes);
    const memory = limit === null ? memoryOf(name, ns) : null;
    return [outcome(index, { case: number, sizes, deviations, memory })];
  });
}

/** Memory passes that counted everything, passes that counted some figures, and rows without a pass. */
function memoryOf(name: string, ns: number): MemoryFigures | null {
  const peakResident = known(Math.round((80 + (ns % 50)) * 2 ** 20));
  if (name.startsWith('quartz/')) return null;
  if (name.startsWith('mill/')) {
    const collections = { young: known(ns / 9000), old: known(0) };
    return memory({ allocated: known(ns * 3.1), allocatedError: 0.02, collections, peakResident });
  }
  if (name === 'ark/play-json') {
    const collections = { collections: unknown('the garbage collector tells no counts') };
    const allocated = unknown('thread allocation counters are off in this ark');
    return memory({ allocated, collections, peakResident });
  }
  const collections = {
    ...{ young: known(Number((ns / 1e5).toFixed(4))), old: known(0) },
    ...(name === 'ark/jackson' && { concurrent: known(0.002) }),
  };
  return memory({ allocated: known(Math.round(ns * 2.4)), collections, peakResident });
}

function samplesOf(plan: CasePlan, number: number): Sample[] {
  const { rounds = 10, noise = 0.004, batch = 1 } = plan;
  const jitter = makeJitter(number + 1);
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    // The machine's speed drifts, which must not show in ratios.
    const drift = jitter(0.1);
    for (const [name, row] of rowsOf(plan)) {
      if (row.ns === undefined || round >= (row.rounds ?? rounds)) continue;
      const launch = jitter(noise) * drift;
      const where = { ...slice, case: number, contender: indexOf(name), round };
      const take = (phase: Sample['phase'], block: number, ops: number, factor: number) => {
        const ns = Math.round(row.ns! * launch * jitter(noise) * factor * ops);
        // Rows of `mill` don't report waits.
        const waitNs = name.startsWith('mill/') ? null : 0;
        samples.push({ ...where, phase, block, ops, ns, cpuNs: ns, waitNs });
      };
      const ops = Math.max(batch, Math.round(5e7 / row.ns / batch) * batch);
      const start = Math.round((name.startsWith('ark/') ? 310e6 : 48e6) * launch);
      samples.push({ ...where, phase: 'start', ops: 0, ns: start, cpuNs: start });
      take('first', 0, 1, 180);
      // A row and a limit are still getting faster in some of their launches.
      const hurry = UNSTEADY.includes(name) && round % 4 === 0 ? 0.2 : 0;
      for (let slice = 0; slice < WARMUPS; slice++) take('warmup', slice, ops, 1 + hurry * (WARMUPS - slice));
      // A pause of the machine: the jitter continues at another place.
      if (number === 0 && round % 5 === 1) jitter(noise);
      for (let block = 0; block < BLOCKS; block++) take('block', block, ops, 1);
    }
  }
  return samples;
}

const { record } = smallRun([], {
  id: '20260102T030405.678Z-recorded-c0de',
  tool: '0.1.0',
  startedAt: '2026-01-02T03:04:05.678Z',
  finishedAt: '2026-01-02T03:19:44.001Z',
  partial: true,
  stopped: { why: 'interrupt' },
  seconds: 938,
  request: { ...recordedFacts.request, suite: 'recorded', limits: true, memory: true },
  suite: { name: 'recorded', title: 'Recorded: every kind of row', style: 'default' },
  machine: MACHINE,
  runtimes: { ark: '17.0.15', mill: 'v20.20.2', quartz: '3.11.2' },
  settings: { seed: 42, quick: false, rounds: { minimum: 10, maximum: 30 }, target: 0.02, budget: 900 },
  datasets: {
    'record/single': `sha256:${'ab'.repeat(32)}`,
    'record/double': `sha256:${'12'.repeat(32)}`,
    'record/many': `sha256:${'34'.repeat(32)}`,
    'users/small': `sha256:${'cd'.repeat(32)}`,
    'test-object/single': `sha256:${'ef'.repeat(32)}`,
  },
  contenders,
  cases: CASES.map(({ where: [dataset, size, task], batch = 1, baseline, rows }) => {
    const planned = { contenders: Object.keys(rows).map(indexOf), baseline: indexOf(baseline) };
    return { dataset, size, task, batch, ...planned };
  }),
  outcomes: CASES.flatMap(outcomesOf),
});

const scratch = mkdtempSync(join(tmpdir(), 'wiremark-recorded-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Path of the run, until the importing process ends. */
export const recordedFolder = join(scratch, 'recorded');
writeRun(recordedFolder, record, CASES.flatMap(samplesOf));

/** Copies the run to where wiremark finds it in the folder `root`, with changed facts. Returns its new path. */
export function copyRecorded(root: string, name = 'recorded', changes: object = {}): string {
  const folder = join(runsFolder(root), name);
  cpSync(recordedFolder, folder, { recursive: true });
  forge(folder, changes);
  return folder;
}

const read = readRun(recordedFolder);

export const RECORDED: WholeRun = {
  ...read,
  samples: stored(read.record.cases.flatMap((_, number) => read.samples.of(number))),
};

export const recordedWith = (suite: string): WholeRun => withRecord(RECORDED, publishedBy(suite));

/** The suite's published figures, with the page's only runtime renamed to `ark`, as in the recorded run. */
export function publishedBy(suite: string): Published {
  const page = readPublished(readSuite(join(import.meta.dirname, '..', '..', 'suites', `${suite}.toml`)));
  const renamed = (serializer: string) => serializer.replace(/^\w+/, 'ark');
  const published = page.published!.map((one) => ({ ...one, serializer: renamed(one.serializer) }));
  return { ...page, published };
}

import { join } from 'node:path';
import type { Format, Task } from '../../../src/define/types.ts';
import type { FailedVerdict } from '../../../src/plan/verdict.ts';
import type { RunOutcome, RunRecord, Sample } from '../../../src/store/record/record.ts';
import { writeRun as writeStored } from '../../store/write-run.ts';
import {
  contender,
  failed,
  known,
  MACHINE,
  makeJitter,
  memory,
  outcome,
  sizesOf,
  slice,
  smallRun,
  stored,
  unknown,
  type WholeRun,
} from '../small-run.ts';

/** Result of a row in one run: its true time in ns, or why it has none. */
type Found = number | { readonly verdict: FailedVerdict } | 'ended early';

interface RowPlan {
  readonly format?: Format;
  /** Absent: the run doesn't have the row. */
  readonly before?: Found;
  readonly after?: Found;
  readonly versions?: readonly [string, string];
  readonly bytes?: readonly [number, number];
  readonly allocated?: readonly [number, number];
  /** Relative, from launch to launch. */
  readonly noise?: number;
}

interface CasePlan {
  readonly where: readonly [dataset: string, size: string, task: Task];
  readonly rounds: number;
  readonly rows: Readonly<Record<string, RowPlan>>;
}

const REASON = 'hard document 3: /users/0/firstName: expected "a|b", found "a"\nand more';
const MISMATCH = failed('mismatch', REASON);
const ABSENT = failed('unavailable', "co.blocke:scalajack_3 isn't installed");
const [OVERFLOW, LATE] = [failed('crash', 'StackOverflowError'), failed('timeout', 'no answer within 60 s')];
const JACKSON = { versions: ['2.20.1', '2.21.0'] } as const;

const CASES: readonly CasePlan[] = [
  {
    where: ['record', 'single', 'serialize'],
    rounds: 10,
    rows: {
      'mill/json': { before: 2400, after: 2400, bytes: [498, 498] },
      'ark/jackson': { ...JACKSON, before: 1420, after: 1650, bytes: [498, 512], allocated: [2400, 2400] },
      'ark/jsoniter-scala': { before: 1480, after: 570, bytes: [498, 498], allocated: [3100, 1300] },
      'ark/zio-json': { before: 1900, after: 1760, bytes: [498, 498] },
      'ark/protobuf': { format: 'protobuf', before: 1010, after: 1012, bytes: [308, 308] },
      'mill/msgpackr': { format: 'msgpack', before: 1500, after: 1530, bytes: [401, 401], noise: 0.15 },
      'ark/circe': { before: 2890, after: MISMATCH, versions: ['0.14.15', '0.15.0'] },
      'ark/argonaut': { before: 3960 },
      'ark/play-json': { before: MISMATCH, after: 5210 },
      'ark/borer': { after: 1350 },
      'ark/scalajack-8': { before: 1200, after: ABSENT },
      'ark/spray': { before: OVERFLOW, after: LATE },
    },
  },
  {
    where: ['record', 'single', 'deserialize'],
    rounds: 4,
    rows: {
      'mill/json': { before: 3100, after: 3100 },
      'ark/jackson': { ...JACKSON, before: 1800, after: 2450 },
      'ark/zio-json': { before: 2100, after: 2110 },
      'ark/circe': { before: 3300, after: 'ended early', versions: ['0.14.15', '0.15.0'] },
      'mill/msgpackr': { format: 'msgpack', before: 1500, after: 1570, noise: 0.12 },
    },
  },
  {
    where: ['users', 'small', 'serialize'],
    rounds: 2,
    rows: {
      'mill/json': { before: 400_000, after: 500_000 },
      'ark/jackson': { before: 210_000, after: 300_000 },
    },
  },
  {
    where: ['record', 'many', 'serialize'],
    rounds: 2,
    rows: { 'mill/json': { after: 127_000 }, 'ark/jackson': { after: 71_000 } },
  },
];

type Which = 'before' | 'after';

const RUNS = {
  before: {
    id: '20260102T030405.678Z-library-be40',
    tool: '0.1.0',
    startedAt: '2026-01-02T03:04:05.678Z',
    finishedAt: '2026-01-02T03:19:44.001Z',
    runtimes: { ark: '17.0.15', mill: 'v20.20.2' },
    drift: 1,
  },
  after: {
    id: '20260109T040506.789Z-library-af7e',
    tool: '0.2.0',
    startedAt: '2026-01-09T04:05:06.789Z',
    finishedAt: '2026-01-09T04:21:45.002Z',
    runtimes: { ark: '17.0.15', mill: 'v22.1.0' },
    // The whole machine is slower in this run, which must not show in ratios.
    drift: 1.01,
  },
} as const;

const NAMES = [...new Set(CASES.flatMap(({ rows }) => Object.keys(rows)))];

function pick<T>(pair: readonly [T, T] | undefined, which: Which): T | undefined {
  return pair?.[which === 'before' ? 0 : 1];
}

/** @param changes to the record, e.g. another machine */
export function makeRun(which: Which, changes: Partial<RunRecord> = {}): WholeRun {
  const { drift, ...facts } = RUNS[which];
  const cases = CASES.filter(({ rows }) => Object.values(rows).some((row) => row[which] !== undefined));
  const { record } = smallRun([], {
    ...facts,
    suite: { name: 'library', title: 'One library and its neighbours', style: 'default' },
    machine: { ...MACHINE, kernel: `Linux ${MACHINE.kernel}` },
    datasets: {
      'record/single': `sha256:${'ab'.repeat(32)}`,
      'record/many': `sha256:${'34'.repeat(32)}`,
      'users/small': `sha256:${(which === 'before' ? 'cd' : 'ce').repeat(32)}`,
    },
    contenders: NAMES.map((name) => {
      const plan = CASES.flatMap(({ rows }) => rows[name] ?? [])[0]!;
      const version = pick(plan.versions, which) ?? '1.0.0';
      return contender(name, { version, format: plan.format ?? 'json' });
    }),
    cases: cases.map(({ where: [dataset, size, task], rows }) => {
      const planned = Object.keys(rows).filter((name) => rows[name]![which] !== undefined);
      const contenders = planned.map((name) => NAMES.indexOf(name));
      return { dataset, size, task, batch: 1, contenders, baseline: NAMES.indexOf('mill/json') };
    }),
    outcomes: cases.flatMap((one, number) => outcomesOf(one, number, which)),
    ...changes,
  });
  return { record, samples: stored(cases.flatMap((one, number) => samplesOf(one, number, which, drift))) };
}

function outcomesOf({ rows }: CasePlan, number: number, which: Which): RunOutcome[] {
  return Object.entries(rows).flatMap(([name, row]): RunOutcome[] => {
    const found = row[which];
    if (found === undefined || found === 'ended early') return [];
    const index = NAMES.indexOf(name);
    if (typeof found !== 'number') return [outcome(index, { case: number, ...found })];
    const [bytes, allocated] = [pick(row.bytes, which), pick(row.allocated, which)];
    const figures = { allocatedError: 0.01, peakResident: unknown() };
    const sizes = bytes === undefined ? null : sizesOf(bytes, 2);
    const counted = allocated === undefined ? null : memory({ ...figures, allocated: known(allocated) });
    return [outcome(index, { case: number, sizes, memory: counted })];
  });
}

const BLOCKS = 2;

function samplesOf({ rows, rounds }: CasePlan, number: number, which: Which, drift: number): Sample[] {
  const jitter = makeJitter(10 * number + (which === 'before' ? 1 : 2));
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    const weather = drift * jitter(0.08);
    for (const [name, row] of Object.entries(rows)) {
      const found = row[which];
      if (typeof found !== 'number') continue;
      const where = { ...slice, case: number, contender: NAMES.indexOf(name), round, waitNs: 0 };
      const launch = weather * jitter(row.noise ?? 0.01);
      for (let block = 0; block < BLOCKS; block++)
        samples.push({ ...where, block, ns: Math.round(found * where.ops * launch * jitter(0.005)) });
    }
  }
  return samples;
}

/** Writes a run where wiremark looks for it in the folder `root`; gives its id. */
export function writeRun(root: string, { record, samples }: WholeRun): string {
  writeStored(join(root, '.wiremark', 'runs', record.id), record, samples.all);
  return record.id;
}

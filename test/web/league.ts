/** A run as large as the suite `league` makes one: invented from a seed, only as real as its size. */
import type { Limit, Task } from '../../src/define/types.ts';
import type { RunContender, RunOutcome, Sample } from '../../src/store/record.ts';
import { contender, outcome, smallRun, stored, type WholeRun } from '../report/small-run.ts';

const SERIALIZERS = 23;
const LIMITS: readonly Limit[] = ['no-op', 'copy', 'write', 'walk'];
const RUNTIMES = ['node', 'jvm'];
const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const SIZES = [
  ['small', 3_000],
  ['medium', 40_000],
  ['large', 900_000],
] as const;
const TASKS: readonly Task[] = ['serialize', 'deserialize'];
const ROUNDS = 10;
const BLOCKS = 32;

const contenders: readonly RunContender[] = [
  ...Array.from({ length: SERIALIZERS }, (_, i) => {
    const format = FORMATS[i % FORMATS.length]!;
    const output = format === 'json' ? 'text' : 'bytes';
    return contender(`${RUNTIMES[i % 2]}/${format}-${i}`, { format, output, version: `${i}.0.1` });
  }),
  ...RUNTIMES.flatMap((runtime) =>
    LIMITS.map((limit) => contender(`${runtime}/limit-${limit}`, { limit, output: 'bytes' })),
  ),
];

const cases = SIZES.flatMap(([size, bytes]) => TASKS.map((task) => ({ size, bytes, task })));

/** A random number generator as plain as it is weak (Park and Miller, 1988). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function samples(): Sample[] {
  const random = makeRandom(7);
  const jitter = (width: number) => 1 + width * (random() + random() + random() - 1.5);
  return cases.flatMap(({ bytes }, number) =>
    contenders.flatMap((_, index) => {
      const nsPerOp = bytes * (0.3 + index / 9);
      return Array.from({ length: ROUNDS }, (_, round) => {
        const launch = jitter(0.03) * nsPerOp;
        const ops = Math.max(1, Math.round(5e7 / launch));
        const take = (phase: Sample['phase'], block: number, count: number, ns: number): Sample => {
          const of = { case: number, contender: index, round, phase, block, ops: count };
          return { ...of, ns: Math.round(ns), cpuNs: Math.round(ns), waitNs: 0 };
        };
        return [
          take('start', 0, 0, 2e8 * jitter(0.2)),
          take('first', 0, 1, 5e6 * jitter(0.2)),
          ...Array.from({ length: BLOCKS }, (_, block) =>
            take('block', block, ops, ops * launch * jitter(0.02)),
          ),
        ];
      }).flat();
    }),
  );
}

function outcomes(): RunOutcome[] {
  return cases.flatMap(({ bytes, task }, number) =>
    contenders.map(({ limit }, index) => {
      const raw = bytes * (1 - index / 50);
      const writes = task === 'serialize' && limit === null;
      const sizes = writes ? { raw, gzip: raw / 2.5, zstd: raw / 2.6, brotli: raw / 2.9 } : null;
      return outcome(index, { case: number, sizes });
    }),
  );
}

export function leagueRun(): WholeRun {
  const { record } = smallRun([], {
    id: '20260102T030405.678Z-league-c0de',
    suite: { name: 'league', title: 'League: every language, library and format', style: 'default' },
    runtimes: { node: 'v20.20.2', jvm: '17.0.15' },
    contenders,
    outcomes: outcomes(),
    cases: cases.map(({ size, task }) => {
      return { dataset: 'users', size, task, batch: 1, contenders: [...contenders.keys()], baseline: 0 };
    }),
  });
  return { record, samples: stored(samples()) };
}

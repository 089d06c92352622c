/** A run as large as the suite `league` makes one: invented from a seed, only as real as its size. */
import type { Limit } from '../../src/define/types.ts';
import type { RunContender, Sample } from '../../src/store/record.ts';
import {
  contender,
  makeJitter,
  outcome,
  sizesOf,
  slice,
  smallRun,
  stored,
  type WholeRun,
} from '../report/small-run.ts';

const SERIALIZERS = 23;
const LIMITS: readonly Limit[] = ['no-op', 'copy', 'write', 'walk'];
const RUNTIMES = ['node', 'jvm'];
const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const SIZES = [
  ['small', 3_000],
  ['medium', 40_000],
  ['large', 900_000],
] as const;
const TASKS = ['serialize', 'deserialize'] as const;
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

function samples(): Sample[] {
  const jitter = makeJitter(7);
  const all: Sample[] = [];
  for (const [number, { bytes }] of cases.entries())
    for (const index of contenders.keys())
      for (let round = 0; round < ROUNDS; round++) {
        const launch = jitter(0.03) * bytes * (0.3 + index / 9);
        const where = { ...slice, case: number, contender: index, round, waitNs: 0 };
        const ops = Math.max(1, Math.round(5e7 / launch));
        all.push({ ...where, phase: 'start', ops: 0, ns: Math.round(2e8 * jitter(0.2)) });
        all.push({ ...where, phase: 'first', ops: 1, ns: Math.round(5e6 * jitter(0.2)) });
        for (let block = 0; block < BLOCKS; block++)
          all.push({ ...where, block, ops, ns: Math.round(ops * launch * jitter(0.02)) });
      }
  return all;
}

export function leagueRun(): WholeRun {
  const { record } = smallRun([], {
    id: '20260102T030405.678Z-league-c0de',
    suite: { name: 'league', title: 'League: every language, library and format', style: 'default' },
    runtimes: { node: 'v20.20.2', jvm: '17.0.15' },
    contenders,
    outcomes: cases.flatMap(({ bytes, task }, number) =>
      contenders.map(({ limit }, index) => {
        const writes = task === 'serialize' && limit === null;
        return outcome(index, {
          case: number,
          sizes: writes ? sizesOf(bytes * (1 - index / 50), 2.6) : null,
        });
      }),
    ),
    cases: cases.map(({ size, task }) => {
      return { dataset: 'users', size, task, batch: 1, contenders: [...contenders.keys()], baseline: 0 };
    }),
  });
  return { record, samples: stored(samples()) };
}

/** A run as large as the suite `league` makes one: invented from a seed, only as real as its size. */
import type { Sample } from '../../src/store/record.ts';
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

const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const [CASES, ROWS, ROUNDS, BLOCKS] = [6, 31, 10, 32];

const upTo = (count: number) => [...Array(count).keys()];

export function leagueRun(): WholeRun {
  const rows = upTo(ROWS);
  const one = { dataset: 'users', task: 'serialize', batch: 1, contenders: rows, baseline: 0 } as const;
  const { record } = smallRun([], {
    id: '20260102T030405.678Z-league-c0de',
    suite: { name: 'league', title: 'League: every language, library and format', style: 'default' },
    contenders: rows.map((i) =>
      contender(`node/row-${i}`, { version: `${i}.0.1`, format: FORMATS[i % FORMATS.length]! }),
    ),
    cases: upTo(CASES).map((number) => ({ ...one, size: `size-${number}` })),
    outcomes: upTo(CASES).flatMap((number) =>
      rows.map((i) => outcome(i, { case: number, sizes: sizesOf(1e5 - i, 2.6) })),
    ),
  });
  const jitter = makeJitter(7);
  const samples: Sample[] = [];
  for (const number of upTo(CASES))
    for (const contender of rows)
      for (const round of upTo(ROUNDS)) {
        const where = { ...slice, case: number, contender, round, waitNs: 0 };
        const launch = jitter(0.03) * (1 + contender / 9);
        const timed = (ns: number) => Math.round(ns * launch * jitter(0.02));
        samples.push({ ...where, phase: 'start', ops: 0, ns: timed(2e8) });
        samples.push({ ...where, phase: 'first', ops: 1, ns: timed(5e6) });
        for (const block of upTo(BLOCKS)) samples.push({ ...where, block, ns: timed(5e7) });
      }
  return { record, samples: stored(samples) };
}

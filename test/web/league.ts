/** A run as large as the suite `league` makes one: invented from a seed, only as real as its size. */
import {
  contender,
  inCases,
  makeJitter,
  outcome,
  rounds,
  sizesOf,
  smallRun,
  type WholeRun,
  withSamples,
} from '../report/small-run.ts';

const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const [CASES, ROWS, ROUNDS, BLOCKS] = [6, 31, 10, 32];

const upTo = (count: number) => [...Array(count).keys()];

export function leagueRun(): WholeRun {
  const rows = upTo(ROWS);
  const jitter = makeJitter(7);
  const launches = rows.map((row) => rounds(ROUNDS, () => jitter(0.03) * (1 + row / 9)));
  const run = smallRun(launches, {
    id: '20260102T030405.678Z-league-c0de',
    suite: { name: 'league', title: 'League: every language, library and format', style: 'default' },
    contenders: rows.map((i) =>
      contender(`mill/row-${i}`, { version: `${i}.0.1`, format: FORMATS[i % FORMATS.length]! }),
    ),
    outcomes: rows.map((i) => outcome(i, { sizes: sizesOf(1e5 - i, 2.6) })),
  });
  const whole = withSamples(run, ({ ns: launch }) => {
    const timed = (ns: number) => ({ ns: Math.round((ns * launch * jitter(0.02)) / 1000), waitNs: 0 });
    const blocks = upTo(BLOCKS).map((block) => ({ block, ...timed(5e7) }));
    return [{ phase: 'start', ops: 0, ...timed(2e8) }, { phase: 'first', ops: 1, ...timed(5e6) }, ...blocks];
  });
  return inCases(whole, ...upTo(CASES).map((number) => ({ dataset: 'users', size: `size-${number}` })));
}

/** A run as large as the suite `league` makes one: invented, only as real as its size. */
import {
  around,
  contender,
  inCases,
  sized,
  smallRun,
  type WholeRun,
  withSamples,
} from '../report/small-run.ts';

const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const [CASES, ROWS, BLOCKS] = [6, 31, 32];

const upTo = (count: number) => [...Array(count).keys()];

export function leagueRun(): WholeRun {
  const rows = upTo(ROWS);
  const launches = rows.map((row) => around(1000 * (1 + row / 9), row));
  const run = smallRun(launches, {
    id: '20260102T030405.678Z-league-c0de',
    suite: { name: 'league', title: 'League: every language, library and format', style: 'default' },
    contenders: rows.map((i) =>
      contender(`mill/row-${i}`, { version: `${i}.0.1`, format: FORMATS[i % FORMATS.length]! }),
    ),
    outcomes: sized(...rows.map((i) => 1e5 - i / 3)),
  });
  const whole = withSamples(run, ({ ns, round }) => {
    const timed = (factor: number) => ({ ns: Math.round(ns * factor * (1 + round / 99)), waitNs: 0 });
    const blocks = upTo(BLOCKS).map((block) => ({ block, ...timed(1 + block / 999) }));
    return [{ phase: 'start', ops: 0, ...timed(200) }, { phase: 'first', ops: 1, ...timed(5) }, ...blocks];
  });
  return inCases(whole, ...upTo(CASES).map((number) => ({ dataset: 'users', size: `size-${number}` })));
}

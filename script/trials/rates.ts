/**
 * The rates of docs/EVIDENCE.md, drawn from a seed. Asserts nothing; rates.test.ts holds bounds to them.
 *
 *   node --import tsx script/trials/rates.ts PART [RUNS]
 *
 * PART is quick, full, stopping or compare.
 */
import { type Draw, evenly } from './draws/launches.ts';
import { changes, claims, stopping } from './draws/rates.ts';

const [part, runs] = [process.argv[2], Number(process.argv[3] ?? 1000)];
const differing = (rows: number) => (draw: Draw) => draw.deviations(rows);
const all = (rows: number, deviation: number) => Array<number>(rows).fill(deviation);
const percent = (share: number, decimals = 1) => `${(100 * share).toFixed(decimals)} %`;
const line = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

function equalRows(rounds: number, rows: number): void {
  for (const [what, deviations] of [
    ['1 to 8 %, drawn', differing(rows)],
    ['1 to 8 %, the baseline 1 %', evenly(rows, 'quiet')],
    ['1 to 8 %, the baseline 8 %', evenly(rows, 'restless')],
    ['3 % each', all(rows, 0.03)],
  ] as const) {
    const { found, beaten } = claims({ runs, rounds, deviations });
    line(`${rows} rows, ${rounds} rounds`, what, percent(found), percent(beaten));
  }
}

function power(rounds: number, rows: number, ratios: readonly number[]): void {
  const shares = ratios.map((ratio) =>
    percent(claims({ runs, rounds, deviations: differing(rows), ratio }).power, 0),
  );
  line(`${rows} rows, ${rounds} rounds`, ...ratios.map((ratio, i) => `${ratio}: ${shares[i]}`));
}

switch (part) {
  case 'quick':
    for (const rows of [12, 5, 3]) equalRows(3, rows);
    equalRows(2, 12);
    for (const rows of [3, 5, 12]) power(3, rows, [1.1, 1.3, 2]);
    power(2, 12, [1.1, 1.3, 2]);
    break;
  case 'full':
    for (const rounds of [10, 20]) equalRows(rounds, 12);
    for (const rows of [5, 12]) power(10, rows, [1.03, 1.06, 1.1]);
    break;
  case 'stopping':
    for (const deviation of [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]) {
      const { stopped, plain, reported, rounds, same } = stopping(deviation, runs);
      line(
        percent(deviation, 0),
        percent(stopped, 0),
        rounds.toFixed(1),
        percent(plain),
        percent(reported),
        percent(same, 0),
      );
    }
    break;
  case 'compare':
    for (const [what, before, after] of [
      [
        '30 rounds at 1 %, 10 at 5 %',
        { rounds: 30, deviations: all(13, 0.01) },
        { rounds: 10, deviations: all(13, 0.05) },
      ],
      [
        '10 and 10 at 3 %',
        { rounds: 10, deviations: all(13, 0.03) },
        { rounds: 10, deviations: all(13, 0.03) },
      ],
      [
        '10 and 30, 1 to 8 %',
        { rounds: 10, deviations: differing(13) },
        { rounds: 30, deviations: differing(13) },
      ],
      [
        '3 and 3, 1 to 8 %',
        { rounds: 3, deviations: differing(13) },
        { rounds: 3, deviations: differing(13) },
      ],
    ] as const) {
      const found = percent(changes(before, after, runs).found);
      const powers = [1.05, 1.1, 1.3].map((ratio) =>
        percent(changes(before, after, runs / 4, ratio).power, 0),
      );
      line(what, found, ...powers);
    }
    break;
  default:
    throw new RangeError('PART is quick, full, stopping or compare');
}

/** Shares (0 to 1) of wrong and right claims in simulated tables and runs. */
import { type Comparison, compare, halfWidth, type RoundLog } from '../../../src/analysis/comparison.ts';
import { sameMargin } from '../../../src/analysis/finding.ts';
import type { JudgedRow } from '../../../src/analysis/pairs.ts';
import { changeBetween, judgeChanges, type Side } from '../../../src/analysis/runs/change.ts';
import { type Deviations, Draw, judge, type Launches, type Row, slicesOf } from './launches.ts';

interface Run extends Omit<Launches, 'deviations' | 'ratios'> {
  readonly deviations: Deviations | ((draw: Draw) => Deviations);
}

/** @param ratio of the last row; all others are equal */
function drawnRows(draw: Draw, { deviations, ...launches }: Run, ratio: number): Row[] {
  const own = typeof deviations === 'function' ? deviations(draw) : deviations;
  const ratios = own.map((_, row) => (row === own.length - 1 ? ratio : 1));
  return draw.table({ ...launches, deviations: own, ratios });
}

/**
 * Runs of a fixed number of rounds.
 * @returns shares of the runs: `found` called an equal row faster or slower than the baseline, `beaten` ranked a row below
 *   an equal one, `power` found the last row, which has another ratio, different
 */
export function claims({ runs, ratio = 1, ...run }: Run & { runs: number; ratio?: number }) {
  const draw = new Draw(20261121);
  const counts = { found: 0, beaten: 0, power: 0 };
  for (let i = 0; i < runs; i++) {
    const rows = drawnRows(draw, run, ratio);
    const judged = judge(rows);
    const other = ratio === 1 ? undefined : rows.at(-1);
    const equal = judged.filter(({ row }) => row !== other);
    if (equal.some(isMoved)) counts.found++;
    if (equal.some(({ beatenBy }) => beatenBy.some((row) => row !== other))) counts.beaten++;
    if (judged.some((one) => one.row === other && isMoved(one))) counts.power++;
  }
  return { found: counts.found / runs, beaten: counts.beaten / runs, power: counts.power / runs };
}

const isMoved = ({ finding, grade }: Pick<JudgedRow<Row>, 'finding' | 'grade'>) =>
  grade === 'established' && (finding === 'faster' || finding === 'slower');

/**
 * A row and its baseline, equal, measured until the interval is within the target, 10 to 30 rounds.
 * @returns shares: `stopped` runs reached the target, and of these `plain` intervals of 95 % and `reported` ones contain
 *   the truth; `same` of all runs called the rows the same
 */
export function stopping(deviation: number, runs: number, target = 0.02) {
  const draw = new Draw(7);
  const counts = { stopped: 0, plain: 0, reported: 0, same: 0 };
  for (let i = 0; i < runs; i++) {
    const logs = Array.from({ length: 30 }, () => deviation * draw.normal());
    const at = (rounds: number) => compare(logs.slice(0, rounds).map(asRound))!;
    let rounds = 10;
    while (rounds < 30 && halfWidth(at(rounds).interval) > target) rounds++;
    const kept = logs.slice(0, rounds);
    const row = { slices: slicesOf(kept) };
    const baseline = { slices: slicesOf(kept.map(() => 0)) };
    const judged = judge([baseline, row], { margin: sameMargin(target) });
    const shown = judged.find((one) => one.row === row)!;
    if (shown.finding === 'same') counts.same++;
    if (halfWidth(at(rounds).interval) > target) continue;
    counts.stopped++;
    if (holds(at(rounds).interval)) counts.plain++;
    if (holds(shown.comparison.interval)) counts.reported++;
  }
  const { stopped, plain, reported, same } = counts;
  const share = (count: number) => count / stopped;
  return { stopped: stopped / runs, plain: share(plain), reported: share(reported), same: same / runs };
}

const asRound = (log: number, round: number): RoundLog => ({ round, log, blocks: 12 });

const holds = (interval: Comparison['interval']) =>
  interval !== null && interval.low <= 1 && interval.high >= 1;

/** Pairs of runs of the same rows. @returns share of ratios of the second run outside the first run's interval */
export function repeated({ runs, spread, ...run }: Run & { runs: number; spread: number }): number {
  const draw = new Draw(20261128);
  const counts = { rows: 0, outside: 0 };
  for (let i = 0; i < runs; i++) {
    const deviations = typeof run.deviations === 'function' ? run.deviations(draw) : run.deviations;
    const [first, second] = [0, 1].map(() => {
      const rows = draw.table({
        ...run,
        deviations,
        ratios: deviations.map(() => Math.exp(spread * draw.normal())),
      });
      const judged = judge<Row>(rows);
      return rows.slice(1).map((row) => judged.find((one) => one.row === row)!.comparison);
    });
    for (const [row, { interval }] of first!.entries()) {
      const { ratio } = second![row]!;
      counts.rows++;
      if (ratio < interval!.low || ratio > interval!.high) counts.outside++;
    }
  }
  return counts.outside / counts.rows;
}

/** A side without the baseline's time: both runs are drawn from one distribution. */
const asSide = (comparison: Comparison): Side => ({ ...comparison, baselineNs: null });

/** Two runs of the same rows: shares with a false established or likely change, and with the last row's change by `ratio` found. */
export function changes(before: Run, after: Run, runs: number, ratio = 1) {
  const draw = new Draw(20261121);
  const counts = { found: 0, likely: 0, power: 0 };
  const sides = (run: Run, changed: number) => {
    const rows = drawnRows(draw, run, changed);
    const judged = judge(rows, { margin: 0, disturbed: true });
    return rows.slice(1).map((row) => judged.find((one) => one.row === row)!.comparison);
  };
  for (let i = 0; i < runs; i++) {
    const [then, now] = [sides(before, 1), sides(after, ratio)];
    const all = then.map((one, row) => changeBetween(asSide(one), asSide(now[row]!)));
    const judged = judgeChanges(all, 0.05);
    const last = ratio === 1 ? -1 : judged.length - 1;
    const found = judged.map(isMoved);
    if (found.some((one, row) => one && row !== last)) counts.found++;
    if (found[last]) counts.power++;
    if (judged.some(({ finding, grade }, row) => grade === 'likely' && finding !== 'same' && row !== last))
      counts.likely++;
  }
  return { found: counts.found / runs, likely: counts.likely / runs, power: counts.power / runs };
}

/** Runs of 3 rounds of rows with random ratios up to 1 + `apart`: likely claims of a direction, and wrong ones. */
export function directions(rows: number, apart: number, runs: number) {
  const draw = new Draw(20261123);
  const likely = { claims: 0, wrong: 0 };
  for (let i = 0; i < runs; i++) {
    const deviations = draw.deviations(rows);
    const ratios = deviations.map(() => 1 + apart * draw.even());
    const drawn: readonly Row[] = draw.table({ rounds: 3, deviations, ratios });
    for (const { row, finding, grade } of judge(drawn)) {
      if (grade !== 'likely' || finding === 'same') continue;
      likely.claims++;
      if ((finding === 'slower') !== ratios[drawn.indexOf(row)]! > ratios[0]!) likely.wrong++;
    }
  }
  return likely;
}

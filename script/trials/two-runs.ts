/**
 * What comparing two runs finds, drawn from a seed: the table of docs/CI.md, "What it can find". Asserts nothing.
 *
 *   node --import tsx script/trials/two-runs.ts
 *
 * A run is rounds of log ratios that scatter normally around a middle of its own, which differs from run to run as the
 * recorded ones did: from 10 on until its interval is within ± 2 %, at most 30.
 */
import { Random } from '../../src/stats/random.ts';
import { median, sortSamples } from '../../src/stats/samples.ts';
import { signedRankInterval } from '../../src/stats/signed-rank.ts';
import { changeBetween, judgeChanges, RUN_SPREAD, sideOfTimes } from '../../src/stats/two-runs.ts';

const PAIRS = 2000;
const TARGET = 0.02;
const random = new Random(20250620);

/** A sum of uniform draws: near enough to normal, with standard deviation 1. */
function normal(): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.below(1e6) / 1e6;
  return sum;
}

function run(scatter: number): { logs: number[]; halfWidth: number } {
  const logs: number[] = [];
  const middle = RUN_SPREAD * normal();
  for (;;) {
    logs.push(middle + scatter * normal());
    if (logs.length < 10) continue;
    const { low, high } = signedRankInterval(logs, 0.95)!;
    const halfWidth = (high - low) / 2;
    if (halfWidth <= TARGET || logs.length === 30) return { logs, halfWidth };
  }
}

function trial(scatter: number) {
  const counts = { alarms: 0, same: 0, five: 0, ten: 0 };
  const widths: { run: number[]; change: number[] } = { run: [], change: [] };
  for (let i = 0; i < PAIRS; i++) {
    const [before, after] = [run(scatter), run(scatter)];
    const side = (logs: readonly number[]) => ({ ...sideOfTimes(logs.map(Math.exp))!, baselineNs: 1000 });
    const slowedBy = (ratio: number) =>
      changeBetween(side(before.logs), side(after.logs.map((log) => Math.log(ratio) + log)));
    const unchanged = slowedBy(1);
    const [judged] = judgeChanges([unchanged], 0.05);
    if (judged!.grade === 'established' && judged!.finding !== 'same') counts.alarms++;
    if (judged!.finding === 'same') counts.same++;
    if (slowedBy(1.05).interval!.low > 1) counts.five++;
    if (slowedBy(1.1).interval!.low > 1.05) counts.ten++;
    widths.run.push(before.halfWidth);
    widths.change.push(Math.log(unchanged.interval!.high / unchanged.interval!.low) / 2);
  }
  return { counts, widths };
}

const percent = (share: number, decimals = 0) => `${(100 * share).toFixed(decimals)} %`;

for (const scatter of [0.01, 0.02, 0.03, 0.05, 0.08]) {
  const { counts, widths } = trial(scatter);
  const half = (values: readonly number[]) => `± ${percent(median(sortSamples(values)), 1)}`;
  const shares = [counts.alarms, counts.same, counts.five, counts.ten].map((count) => percent(count / PAIRS));
  process.stdout.write(
    `| ${[percent(scatter), half(widths.run), half(widths.change), ...shares].join(' | ')} |\n`,
  );
}

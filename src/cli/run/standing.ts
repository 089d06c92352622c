/** The ratios of a case's rows while it is measured, by the report's rule. */
import type { Standing } from '../../bench/events.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import type { PlannedCase } from '../../plan/plan.ts';
import { markOf, saidRatio } from '../../report/numbers.ts';
import { blockTimes } from '../../stats/comparison.ts';
import { comparedPairs, tooDisturbed } from '../../stats/disturbance.ts';
import { sameMargin } from '../../stats/judgement.ts';
import { type JudgedRow, judgeTable } from '../../stats/table.ts';
import type { RunSettings } from '../../store/record/record.ts';

/** A figure with a wider interval isn't shown. */
const WIDEST = Math.log(1.5);
/** Share of the timed slices' time that they waited for a core, used by other programs. */
const WAITED = 0.1;

interface LiveTable {
  readonly rows: readonly LiveRow[];
  /** Half-width of the widest interval. */
  readonly widest: number;
  readonly waited: boolean;
}

export interface LiveRow {
  readonly name: string;
  readonly figure: string;
}

/** Limits are measured beside the serializers but not compared; like these they tell how busy the machine is. */
export function liveTable(
  { contenders, baseline, standIn }: PlannedCase,
  { target, rounds }: RunSettings,
  standing: (contender: Contender) => Standing,
): LiveTable {
  const serializers = contenders.filter(({ limit }) => limit === null);
  const stands = new Map(contenders.map((one) => [one, standing(one)]));
  const slicesOf = (one: Contender) => stands.get(one)!.slices;
  const timed = serializers.filter((one) => slicesOf(one).length > 0);
  const table = {
    rows: timed,
    timesOf: (one: Contender) => blockTimes(slicesOf(one)),
    margin: sameMargin(target),
    target: rounds.minimum < rounds.maximum ? target : null,
    disturbed: tooDisturbed(comparedPairs(contenders.map(slicesOf))),
  };
  const reference = [baseline, standIn].find((one) => one && timed.includes(one));
  const judged = reference ? judgeTable({ ...table, reference }) : [];
  const found = new Map(judged.map((one) => [one.row, one]));
  const rows = serializers.map((one) => {
    const { verdict } = stands.get(one)!;
    const failed = verdict !== null && verdict.verdict !== 'ok';
    return { name: contenderName(one), figure: failed ? verdict.verdict : figureOf(found.get(one)) };
  });
  const widest = Math.max(0, ...judged.map(({ width }) => width));
  // Above 0: they waited for more than their share.
  const waited = timed
    .flatMap(slicesOf)
    .reduce((sum, { waitNs, ns }) => sum + (waitNs ?? 0) - WAITED * ns, 0);
  return { rows, widest, waited: waited > 0 };
}

const UNKNOWN = { low: null, high: null, confidence: null };

/** `2.37× slower ± 4 %`, `~1.2× faster ± 20 %`. */
function figureOf(row: JudgedRow<Contender> | undefined): string {
  if (row?.finding === 'baseline') return 'baseline';
  if (row === undefined || !(row.width <= WIDEST)) return 'not yet known';
  const { ratio, interval } = row.comparison;
  const end = row.finding === 'unclear' ? ', unclear so far' : '';
  return `${markOf(row.grade)}${saidRatio({ estimate: ratio, ...UNKNOWN, ...interval })} ± ${Math.ceil(100 * Math.expm1(row.width))} %${end}`;
}

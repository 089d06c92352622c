/** The rows of a case while it is measured: each with its ratio so far, judged like the report. */
import { judgeCase } from '../../analysis/judge.ts';
import type { JudgedRow } from '../../analysis/pairs.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import type { PlannedCase } from '../../plan/plan.ts';
import { markOf, saidRatio } from '../../report/numbers.ts';
import type { Standing } from '../../run/events.ts';
import type { RunSettings } from '../../store/record/record.ts';

/** Figures with a wider interval aren't shown. */
const WIDEST = Math.log(1.5);

export interface LiveRow {
  readonly name: string;
  readonly figure: string;
}

export function liveTable(
  { contenders, baseline, standIn }: PlannedCase,
  settings: RunSettings,
  standing: (contender: Contender) => Standing,
): LiveRow[] {
  const serializers = contenders.filter(({ limit }) => limit === null);
  const limits = contenders.filter(({ limit }) => limit !== null);
  const slicesOf = (one: Contender) => standing(one).slices;
  const baselines = [baseline, standIn ?? undefined];
  const judged = judgeCase({ rows: serializers, limits, slicesOf, baselines, settings })?.rows ?? [];
  return serializers.map((one) => {
    const { verdict } = standing(one);
    const failed = verdict !== null && verdict.verdict !== 'ok';
    const figure = failed ? verdict.verdict : figureOf(judged.find(({ row }) => row === one));
    return { name: contenderName(one), figure };
  });
}

const UNKNOWN = { low: null, high: null, confidence: null };

/** `2.37× slower ± 4 %`, `~1.2× faster ± 20 %`. */
function figureOf(row: JudgedRow<Contender> | undefined): string {
  if (row?.finding === 'baseline') return 'baseline';
  if (row === undefined || !(row.width <= WIDEST)) return 'not yet known';
  const { ratio, interval } = row.comparison;
  const width = `± ${Math.ceil(100 * Math.expm1(row.width))} %`;
  if (row.finding === 'unclear') return `no difference so far (${width})`;
  return `${markOf(row.grade)}${saidRatio({ estimate: ratio, ...UNKNOWN, ...interval })} ${width}`;
}

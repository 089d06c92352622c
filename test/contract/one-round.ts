/** One short round of a case on real processes, with all that a run verifies. */
import { checkRow } from '../../src/bench/checking.ts';
import type { Workbench } from '../../src/bench/workbench.ts';
import { measureCase } from '../../src/measure/case.ts';
import { resolveSettings } from '../../src/measure/settings.ts';
import type { MeasuredContender } from '../../src/measure/types.ts';
import type { Contender } from '../../src/plan/case.ts';
import type { PlannedCase } from '../../src/plan/plan.ts';
import type { Verdict } from '../../src/plan/verdict.ts';

export interface Row extends MeasuredContender {
  readonly contender: Contender;
}

export async function verdictsOfOneRound(
  workbench: Workbench,
  number: number,
  planned: PlannedCase,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Verdict>> {
  const { verdicts } = await measureCase<Row>(
    {
      case: number,
      batch: 1,
      contenders: rows,
      baseline: 0,
      settings: resolveSettings({ rounds: 1, quick: true, seed: 1 }),
      budget: null,
      cores: 2,
      start: ({ contender }) => workbench.start(planned, contender),
      set: ({ contender }, ...giving) => workbench.set(planned, contender, ...giving),
      rehearse: async ({ contender }) => (await checkRow(workbench, planned, contender)).verdict,
    },
    { sample: () => {} },
  );
  return verdicts;
}

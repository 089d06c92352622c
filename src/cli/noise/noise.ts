/** `wiremark noise`: measures a row against itself. The true ratio is 1, so every difference is noise of this machine. */
import { availableParallelism } from 'node:os';
import { blockTimes, compare, roundLogs } from '../../analysis/comparison.ts';
import { FULL_ROUNDS } from '../../analysis/finding.ts';
import type { Catalog } from '../../define/catalog.ts';
import { DEFAULT_SUITE } from '../../define/load.ts';
import { caseName } from '../../define/names.ts';
import { alsoMeasuring, takeTurn } from '../../machine/measuring-lock.ts';
import { contenderName, namedOf } from '../../plan/case.ts';
import { asksForWay } from '../../plan/filters.ts';
import { type Lineup, leftOfAll, type PlannedCase, soloLineup } from '../../plan/plan.ts';
import { measureCase } from '../../run/case.ts';
import { openCatalog } from '../../run/definitions.ts';
import { resolveSettings } from '../../run/settings.ts';
import type { Sample } from '../../store/record/record.ts';
import { openWorkbench, type Workbench } from '../../trial/workbench.ts';
import { UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import type { ExitCode, Place } from '../place.ts';
import { put } from '../print.ts';
import type { NoiseOptions } from './command.ts';

export async function noise(place: Place, options: NoiseOptions): Promise<ExitCode> {
  const catalog = openCatalog(place.home);
  const plan = planNoise(catalog, options);
  const [planned] = plan.cases as [PlannedCase];
  const settings = { seed: resolveSettings(options).seed, budget: options.budget };
  return attended(async ({ status, progress, signal }) => {
    const turn = await takeTurn(null);
    if (turn.others.length > 0) status.note(`wiremark: ${alsoMeasuring(turn.others)}`);
    const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress, signal });
    const slices = await measureTwins(workbench, planned, settings, progress, signal).finally(turn.done);
    status.clear();
    put(`${sentence(`${contenderName(planned.baseline)}, ${caseName(planned)}`, slices)}\n`, undefined);
    return signal.aborted ? 130 : 0;
  });
}

/** @throws EmptyPlanError, or UsageError where not exactly one row and case are selected */
function planNoise(catalog: Catalog, { serializer, dataset, task }: NoiseOptions): Lineup {
  const row = serializer ?? catalog.suites.get(DEFAULT_SUITE)!.baseline;
  const filters = { serializer: [row], dataset: [dataset], task: [task] };
  const { rows, cases } = leftOfAll(catalog, filters);
  const asked = rows.filter((one) => one.variant === null || asksForWay(filters, namedOf(one)));
  const found = cases.flatMap((one) =>
    asked.filter(({ definition }) => definition.tasks.includes(one.task)).map((row) => [row, one] as const),
  );
  if (found.length === 1) return soloLineup(found);
  const names = found.map(([row, one]) => `${contenderName(row)} on ${caseName(one)}`);
  throw new UsageError(
    found.length === 0
      ? `no serializer "${row}" does ${task}; choose another with -s or -t`
      : `noise takes one serializer on one case; these match: ${names.join('; ')}`,
  );
}

/** Measures the baseline twice in the same rounds, until the budget ends. @returns the timed slices of complete rounds */
async function measureTwins(
  workbench: Workbench,
  planned: PlannedCase,
  { seed, budget }: { readonly seed: number; readonly budget: number },
  progress: (what: string) => void,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const { baseline } = planned;
  const samples: Sample[] = [];
  const rounds = { minimum: FULL_ROUNDS.minimum, maximum: Number.POSITIVE_INFINITY };
  const { verdicts, rounds: whole } = await measureCase(
    {
      case: 0,
      batch: 1,
      cores: availableParallelism(),
      contenders: [0, 1].map((index) => {
        const row = workbench.row(planned, baseline, index);
        const give: typeof row.give = async (client, kind) =>
          kind === 'unseen' ? null : row.give(client, kind);
        return { ...row, give };
      }),
      baseline: 0,
      settings: { seed, quick: false, target: 0, rounds, budget },
      budget,
      signal,
    },
    {
      sample: (sample) => samples.push(sample),
      progress: ({ round, step }) => progress(`round ${round + 1}: ${step}`),
    },
  );
  for (const verdict of verdicts.values())
    if (verdict.verdict !== 'ok')
      throw new UsageError(`${contenderName(baseline)} failed: ${verdict.verdict}: ${verdict.reason}`);
  return samples.filter(({ phase, round }) => phase === 'block' && round < whole);
}

function sentence(what: string, slices: readonly Sample[]): string {
  const [a, b] = [0, 1].map((index) => blockTimes(slices.filter(({ contender }) => contender === index)));
  const found = compare(roundLogs(b!, a!));
  if (found?.interval == null) return `${what}: too few rounds; use a longer --budget.`;
  const { low, high } = found.interval;
  const noise = (100 * Math.max(high - 1, 1 / low - 1)).toFixed(1);
  return `${what}: ${found.ratio.toFixed(3)} times itself (${low.toFixed(3)} to ${high.toFixed(3)}, ${found.rounds} rounds); on this machine now, differences below ${noise} % are noise.`;
}

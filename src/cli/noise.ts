import { availableParallelism } from 'node:os';
import { blockTimes, compare, halfWidth, halfWidthOfRuns, roundLogs } from '../analysis/comparison.ts';
import { FULL_ROUNDS, QUICK_ROUNDS, USUAL_TARGET } from '../analysis/finding.ts';
import type { Catalog } from '../define/catalog.ts';
import { DEFAULT_SUITE } from '../define/load.ts';
import { caseName } from '../define/names.ts';
import { keepCoresAwake } from '../machine/idle-spinners.ts';
import { alsoMeasuring, takeTurn } from '../machine/measuring-lock.ts';
import { observeMachine, WATCH } from '../machine/usage.ts';
import { contenderName, namedOf } from '../plan/case.ts';
import { namesVariant } from '../plan/filters.ts';
import { type Lineup, type PlannedCase, selectFromAll, soloLineup } from '../plan/plan.ts';
import { busyLine } from '../report/machine.ts';
import { measureCase } from '../run/case.ts';
import { openCatalog } from '../run/definitions.ts';
import { resolveSettings } from '../run/settings.ts';
import { CONFIDENCE, errorInterval } from '../stats/centre.ts';
import type { Sample } from '../store/record/record.ts';
import { procedureOf } from '../trial/types.ts';
import { openWorkbench } from '../trial/workbench.ts';
import { UsageError } from './errors.ts';
import { attended } from './interruptible.ts';
import type { ExitCode, Place } from './place.ts';
import { put } from './print.ts';

interface NoiseOptions {
  readonly serializer?: string;
  readonly dataset: string;
  readonly task: string;
  /** Seconds of measuring. */
  readonly budget: number;
  readonly seed?: number;
}

/** `wiremark noise`: measures a row against itself. A ratio other than 1 is noise of this machine. */
export async function noise(place: Place, options: NoiseOptions): Promise<ExitCode> {
  const catalog = openCatalog(place.home);
  const plan = planNoise(catalog, options);
  const [planned] = plan.cases as [PlannedCase];
  const { baseline } = planned;
  const name = contenderName(baseline);
  const rounds = { minimum: FULL_ROUNDS.minimum, maximum: Number.POSITIVE_INFINITY };
  return attended(async ({ status, progress, signal }) => {
    const turn = await takeTurn(null);
    if (turn.others.length > 0) status.note(`wiremark: ${alsoMeasuring(turn.others)}`);
    const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress, signal });
    const use = await observeMachine(WATCH);
    const busy = use && busyLine(use, availableParallelism());
    if (busy) status.note(`wiremark: ${busy}`);
    const keepers = await keepCoresAwake();
    const samples: Sample[] = [];
    const { rounds: whole } = await measureCase(
      {
        ...{ case: 0, batch: 1, baseline: 0, budget: options.budget, signal },
        cores: availableParallelism(),
        contenders: [0, 1].map((index) => workbench.row(planned, baseline, index)),
        settings: { ...resolveSettings(options), target: 0, rounds },
      },
      {
        sample: (sample) => samples.push(sample),
        failed(_, { verdict, reason }) {
          throw new UsageError(`${name} failed: ${verdict}: ${reason}`);
        },
        progress: ({ round, step }) => progress(`round ${round + 1}: ${step}`),
      },
    ).finally(async () => {
      await keepers.stop();
      turn.done();
    });
    const slices = samples.filter(({ phase, round }) => phase === 'block' && round < whole);
    status.clear();
    put(`${name}, ${caseName(planned)}: ${sentence(slices)}\n`, undefined);
    return signal.aborted ? 130 : 0;
  });
}

function planNoise(catalog: Catalog, { serializer, dataset, task }: NoiseOptions): Lineup {
  const row = serializer ?? catalog.suites.get(DEFAULT_SUITE)!.baseline;
  const filters = { serializer: [row], dataset: [dataset], task: [task] };
  const { rows, cases } = selectFromAll(catalog, filters);
  const asked = rows.filter((one) => one.variant === null || namesVariant(filters, namedOf(one)));
  const found = cases.flatMap((one) =>
    asked.filter(({ definition }) => definition.tasks.includes(one.task)).map((row) => [row, one] as const),
  );
  if (found.length === 1) return soloLineup(found);
  const names = found.map(([row, one]) => `${contenderName(row)} on ${caseName(one)}`);
  throw new UsageError(
    `noise takes one serializer on one case that it does; these match: ${names.join('; ') || 'none'}`,
  );
}

const { blocks: QUICK_BLOCKS } = procedureOf({ quick: true });

function sentence(slices: readonly Sample[]): string {
  const ratios = (blocks: number) => {
    const taken = slices.filter(({ block }) => block < blocks);
    const [a, b] = [0, 1].map((index) => blockTimes(taken.filter(({ contender }) => contender === index)));
    return compare(roundLogs(b!, a!));
  };
  const found = ratios(Number.POSITIVE_INFINITY);
  const quick = ratios(QUICK_BLOCKS);
  if (found?.interval == null || quick?.spread == null) return 'too few rounds; use a longer --budget.';
  const { low, high } = found.interval;
  const rounds = Math.min(
    FULL_ROUNDS.maximum,
    Math.max(FULL_ROUNDS.minimum, Math.ceil(found.rounds * (halfWidth(found.interval) / USUAL_TARGET) ** 2)),
  );
  const itself = `${found.ratio.toFixed(3)} times itself (${low.toFixed(3)} to ${high.toFixed(3)}, ${found.rounds} rounds)`;
  return `${itself}. On this machine now, a quick run shows differences from about ${shown(quick.spread!, QUICK_ROUNDS.minimum)}, a full run from about ${shown(found.spread!, rounds)}.`;
}

/**
 * Smallest difference that a run of `rounds` rounds can show, such as `6 %`: the half-width of a ratio's 95 % interval, with
 * variation between runs.
 * @param spread standard deviation of ln(ratio) over rounds
 */
function shown(spread: number, rounds: number): string {
  const error = { error: spread / Math.sqrt(rounds), degrees: rounds - 1 };
  const half = Math.hypot(errorInterval(0, error).high, halfWidthOfRuns(CONFIDENCE));
  return `${Math.ceil(100 * Math.expm1(half))} %`;
}

/** A serializer compared with itself, as a run compares two: is this machine fit to measure on? */
import { availableParallelism } from 'node:os';
import { BenchError } from '../bench/error.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { Catalog } from '../define/catalog.ts';
import { caseName } from '../define/names.ts';
import { recordMachine } from '../machine/describe.ts';
import { glanceAtMachine, type MachineGlance } from '../machine/glance.ts';
import { keepCoresAwake } from '../machine/keepers.ts';
import { alsoMeasuring, takeTurn } from '../machine/turns.ts';
import { measureCase } from '../measure/case.ts';
import type { Progress } from '../measure/types.ts';
import { contenderName, namedOf } from '../plan/case.ts';
import { asksForWay } from '../plan/filters.ts';
import { type Lineup, leftOfAll, type PlannedCase, soloLineup } from '../plan/plan.ts';
import { roundLogRatios } from '../stats/comparison.ts';
import { waitedShare } from '../stats/disturbance.ts';
import { FULL_ROUNDS } from '../stats/judgement.ts';
import { Random } from '../stats/random.ts';
import type { Machine, Sample } from '../store/record/record.ts';
import { type Noise, noiseOf } from './figures.ts';

/** What is compared with itself, by patterns that select just one row in one case. */
export interface NoiseWish {
  readonly serializer: string;
  readonly dataset: string;
  readonly task: string;
}

/** @throws EmptyPlanError for what there is not, BenchError for more than one */
export function planNoise(catalog: Catalog, { serializer, dataset, task }: NoiseWish): Lineup {
  const filters = { serializer: [serializer], dataset: [dataset], task: [task] };
  const { rows, cases } = leftOfAll(catalog, filters);
  const asked = rows.filter((one) => one.variant === null || asksForWay(filters, namedOf(one)));
  const found = cases.flatMap((one) =>
    asked.filter(({ definition }) => definition.tasks.includes(one.task)).map((row) => [row, one] as const),
  );
  if (found.length === 1) return soloLineup(found);
  const names = found.map(([row, one]) => `${contenderName(row)} on ${caseName(one)}`);
  throw new BenchError(
    found.length === 0
      ? `no serializer "${serializer}" does ${task}; choose another with -s or -t`
      : `noise takes one serializer on one case; these match: ${names.join('; ')}`,
  );
}

interface NoiseSettings {
  readonly seed: number;
  /** Seconds. */
  readonly budget: number;
}

interface NoiseWatch {
  readonly signal: AbortSignal;
  preparing(what: string): void;
  /** A note that stays where it is shown. */
  note(what: string): void;
  progress(progress: Progress): void;
}

/** The rounds, and the machine that they were measured on. */
export interface ObservedNoise extends Noise, MachineGlance {
  readonly seed: number;
  readonly machine: Machine;
  readonly seconds: number;
  /** Share of the timed slices' time that they waited for a core; null where the system doesn't tell. */
  readonly waited: number | null;
}

/**
 * Looks at the machine, compares the serializer with itself until the budget ends, and sums up.
 *
 * @returns null when it was interrupted before the first round was over
 * @throws BenchError when the serializer is unavailable here or doesn't do its work
 */
export async function observeNoise(
  workbench: Workbench,
  planned: PlannedCase,
  settings: NoiseSettings,
  watch: NoiseWatch,
): Promise<ObservedNoise | null> {
  const turn = await takeTurn(null);
  try {
    if (turn.others.length > 0) watch.note(alsoMeasuring(turn.others));
    const begin = performance.now();
    const machine = recordMachine();
    watch.preparing('checking for other programs');
    const glance = await glanceAtMachine();
    const keepers = await keepCoresAwake();
    const slices = await measureTwins(workbench, planned, settings, watch).finally(keepers.stop);
    const [a, b] = [0, 1].map((index) => slices.filter(({ contender }) => contender === index));
    const rounds = roundLogRatios(b!, a!);
    if (rounds.length === 0) return null;
    const { seed } = settings;
    const random = new Random(seed, 0);
    const seconds = (performance.now() - begin) / 1000;
    const noise = noiseOf(rounds, (below) => random.below(below));
    return { seed, machine, ...glance, seconds, ...noise, waited: waitedShare(slices) };
  } finally {
    turn.done();
  }
}

/** The case's baseline beside itself, by the procedure of a full run that only the budget ends. @returns what is timed */
async function measureTwins(
  workbench: Workbench,
  planned: PlannedCase,
  { seed, budget }: NoiseSettings,
  { signal, progress }: NoiseWatch,
): Promise<readonly Sample[]> {
  const { baseline } = planned;
  const samples: Sample[] = [];
  const rounds = { minimum: FULL_ROUNDS.minimum, maximum: Number.POSITIVE_INFINITY };
  const { verdicts, rounds: whole } = await measureCase(
    {
      case: 0,
      batch: 1,
      cores: availableParallelism(),
      contenders: [0, 1].map((index) => ({ index, ...workbench.manner(baseline) })),
      baseline: 0,
      settings: { seed, quick: false, target: 0, rounds, budget },
      budget,
      signal,
      start: () => workbench.start(planned, baseline),
      set: (_, client, kind) =>
        kind === 'fresh' ? Promise.resolve(null) : workbench.set(planned, baseline, client, kind),
    },
    { sample: (sample) => samples.push(sample), progress },
  );
  for (const verdict of verdicts.values())
    if (verdict.verdict !== 'ok')
      throw new BenchError(
        `${contenderName(baseline)} can't be compared with itself: ${verdict.verdict}: ${verdict.reason}`,
      );
  return samples.filter(({ phase, round }) => phase === 'block' && round < whole);
}

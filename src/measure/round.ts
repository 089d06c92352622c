/**
 * One round of a group of contenders: each in a fresh process, their slices interleaved. Whatever one of them does,
 * the others go on.
 */
import { RunnerFailure } from '../runner/client.ts';
import { Random, shuffled } from '../stats/random.ts';
import type { Ledger } from './ledger.ts';
import type { Procedure } from './settings.ts';
import { sideBySide } from './side-by-side.ts';
import { Trial } from './trial.ts';
import type { MeasuredContender, MeasureInput, Step } from './types.ts';

interface GroupPlace<C extends MeasuredContender> {
  readonly input: MeasureInput<C>;
  readonly procedure: Procedure;
  readonly ledger: Ledger<C>;
  readonly random: Random;
  readonly round: number;
  readonly group: number;
  /** Blocks that are planned; those of later groups of a round are counted on from those of the ones before. */
  readonly blocks: number;
  /** Whether the budget has run out and `done` blocks are enough. */
  readonly timeIsUp: (done: number) => boolean;
  readonly progress: (step: Step, block?: number) => void;
}

/**
 * Measures a group. Failures of runners and bad verdicts are entered in the ledger; everything else is thrown, after
 * all processes have been ended.
 *
 * @param members in any order
 * @returns the number of blocks that were measured
 */
export async function measureGroup<C extends MeasuredContender>(
  place: GroupPlace<C>,
  members: readonly C[],
): Promise<number> {
  const trials: Trial<C>[] = [];
  try {
    place.progress('start');
    // One at a time, or the starts would disturb each other.
    await sideBySide(shuffled(members, place.random), 1, (contender) => start(place, contender, trials));
    // What is shuffled must begin in the same order whatever failed to start, or the seed would not reproduce it.
    trials.sort((a, b) => a.contender.index - b.contender.index);
    return await interleave(place, trials);
  } finally {
    await Promise.all(trials.map((trial) => trial.end()));
  }
}

/** Puts the new trial into `trials` at once, so that it is ended whatever happens to the others. */
async function start<C extends MeasuredContender>(
  place: GroupPlace<C>,
  contender: C,
  trials: Trial<C>[],
): Promise<void> {
  const { input, procedure, ledger, round, group } = place;
  await guard(place, contender, async () => {
    input.signal?.throwIfAborted();
    const client = await input.start(contender);
    const sample = ledger.sample.bind(ledger);
    const trial = new Trial({ input, procedure, contender, round, group, sample }, client);
    trials.push(trial);
    await trial.first();
  });
}

async function interleave<C extends MeasuredContender>(
  place: GroupPlace<C>,
  trials: readonly Trial<C>[],
): Promise<number> {
  const { input, ledger, progress } = place;
  const live = () => trials.filter((trial) => ledger.takesPart(trial.contender));
  const each = async (order: readonly Trial<C>[], step: (trial: Trial<C>) => Promise<void>, limit = 1) =>
    sideBySide(order, limit, (trial) => guard(place, trial.contender, () => step(trial)));

  progress('warm up');
  await each(live(), (trial) => trial.warmUp(), input.cores);
  if (place.timeIsUp(0)) return 0;
  // From here on one process works at a time, all others wait for input.
  await each(shuffled(live(), place.random), (trial) => trial.settle());
  const done = await blocks(place, live);
  await each(live(), (trial) => trial.endBlocks());
  progress('verify');
  await each(live(), (trial) => trial.verify(LATE), input.cores);
  await each(shuffled(live(), place.random), (trial) => trial.unseen());
  await each(live(), (trial) => pass(ledger, trial), input.cores);
  return done;
}

/** @returns how many blocks there are */
async function blocks<C extends MeasuredContender>(
  place: GroupPlace<C>,
  live: () => Trial<C>[],
): Promise<number> {
  const first = place.group * place.blocks;
  let done = 0;
  while (done < place.blocks && live().length > 0 && !place.timeIsUp(done)) {
    place.progress('time', done);
    const number = first + done++;
    const order = new Random(place.input.settings.seed, place.input.case, place.round, number);
    await sideBySide(shuffled(live(), order), 1, async (trial) => {
      await guard(place, trial.contender, () => trial.block(number));
    });
  }
  return done;
}

/** What a reason begins with where it was right before it was timed. */
const LATE = 'after timing: ';

async function pass<C extends MeasuredContender>(ledger: Ledger<C>, trial: Trial<C>): Promise<void> {
  await trial.verifyHard(LATE);
  if (ledger.isLive(trial.contender)) ledger.verified(trial.contender);
}

/** Does a contender's step; its failure ends its own part and nobody else's. */
async function guard<C extends MeasuredContender>(
  { input, ledger }: GroupPlace<C>,
  contender: C,
  step: () => Promise<void>,
): Promise<void> {
  await step().catch((error) => {
    if (!(error instanceof RunnerFailure)) throw error;
    // A process that was ended by the interrupt didn't fail.
    input.signal?.throwIfAborted();
    ledger.failed(contender, error.verdict);
  });
}

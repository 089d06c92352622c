/**
 * Measures one round of a group of contenders: each in a fresh process, with interleaved slices. A contender that fails doesn't
 * stop the others.
 */

import { Random, shuffled } from '../stats/random.ts';
import { RunnerFailure } from '../trial/client.ts';
import type { Procedure } from '../trial/procedure.ts';
import { Trial } from '../trial/trial.ts';
import type { MeasuredContender } from '../trial/types.ts';
import type { Ledger } from './ledger.ts';
import { sideBySide } from './side-by-side.ts';
import type { MeasureEvents, MeasureInput, Step } from './types.ts';

interface GroupPlace<C extends MeasuredContender> {
  readonly input: MeasureInput<C>;
  readonly events: MeasureEvents;
  readonly procedure: Procedure;
  readonly ledger: Ledger<C>;
  readonly random: Random;
  readonly round: number;
  readonly group: number;
  /** Planned blocks. Numbers of blocks continue from group to group within a round. */
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
    // The order before shuffling must not depend on failures, or the seed would not reproduce the shuffled order.
    trials.sort((a, b) => a.row.index - b.row.index);
    return await interleave(place, trials);
  } finally {
    await Promise.all(trials.map((trial) => trial.end()));
  }
}

/** Starts a trial and adds it to `trials` at once, so that its process is ended in any case. */
async function start<C extends MeasuredContender>(
  place: GroupPlace<C>,
  row: C,
  trials: Trial<C>[],
): Promise<void> {
  const { input, events, ledger } = place;
  const { rows, settings, signal } = input;
  await guard(place, row, async () => {
    signal?.throwIfAborted();
    const client = await rows.start(row);
    const sample = ledger.sample.bind(ledger);
    const trial = new Trial({ ...input, ...place, row, seed: settings.seed, sample }, client);
    trials.push(trial);
    events.started?.(row.index, client);
    await trial.first();
  });
}

async function interleave<C extends MeasuredContender>(
  place: GroupPlace<C>,
  trials: readonly Trial<C>[],
): Promise<number> {
  const { input, ledger, progress } = place;
  const live = () => trials.filter((trial) => ledger.takesPart(trial.row));
  const each = async (order: readonly Trial<C>[], step: (trial: Trial<C>) => Promise<void>, limit = 1) =>
    sideBySide(order, limit, (trial) => guard(place, trial.row, () => step(trial)));

  progress('warm up');
  await each(live(), (trial) => trial.warmUp(), input.cores);
  if (place.timeIsUp(0)) return 0;
  // From here on one process works at a time, all others wait for input.
  await each(shuffled(live(), place.random), (trial) => trial.settle());
  const done = await blocks(place, live);
  await each(live(), (trial) => trial.endBlocks());
  progress('verify');
  await each(live(), (trial) => verify(place, trial), input.cores);
  await each(shuffled(live(), place.random), (trial) => trial.unseen());
  await each(live(), (trial) => pass(place, trial), input.cores);
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
      await guard(place, trial.row, () => trial.block(number));
    });
  }
  return done;
}

/** Prefix of the reason if the row was right before timing. */
const LATE = 'after timing: ';

async function verify<C extends MeasuredContender>({ input, events }: GroupPlace<C>, trial: Trial<C>) {
  const outputs = await trial.verify(LATE);
  await events.wrote?.(trial.row.index, outputs);
  input.signal?.throwIfAborted();
}

async function pass<C extends MeasuredContender>({ events, ledger }: GroupPlace<C>, trial: Trial<C>) {
  const used = await trial.verifyHard(LATE);
  events.passed?.(trial.row.index, used);
  if (ledger.isLive(trial.row)) ledger.verified(trial.row);
}

/** Does a contender's step. Its failure ends only its own part. */
async function guard<C extends MeasuredContender>(
  { input, events, ledger }: GroupPlace<C>,
  contender: C,
  step: () => Promise<void>,
): Promise<void> {
  await step().catch((error) => {
    if (!(error instanceof RunnerFailure)) {
      // Ends the other rows' work at once: it would be waited for.
      if (!input.signal?.aborted) events.fault?.(error);
      throw error;
    }
    // A process that was ended by the interrupt didn't fail.
    input.signal?.throwIfAborted();
    ledger.failed(contender, error.verdict);
  });
}

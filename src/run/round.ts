import { Random, shuffled } from '../stats/random.ts';
import { RunnerFailure } from '../trial/client.ts';
import { Trial } from '../trial/trial.ts';
import type { MeasuredRow, Procedure } from '../trial/types.ts';
import type { Ledger } from './ledger.ts';
import { sideBySide } from './side-by-side.ts';
import type { MeasureEvents, MeasureInput, Step } from './types.ts';

interface GroupPlace {
  readonly input: MeasureInput;
  readonly events: MeasureEvents;
  readonly procedure: Procedure;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly round: number;
  readonly group: number;
  readonly blocks: number;
  readonly timeIsUp: (done: number) => boolean;
  readonly progress: (step: Step, block?: number) => void;
}

/** Measures one round of a group of rows. If a runner fails, the other rows continue. @returns the number of measured blocks */
export async function measureGroup(place: GroupPlace, members: readonly MeasuredRow[]): Promise<number> {
  const trials: Trial[] = [];
  try {
    place.progress('starting');
    // Processes start one at a time: otherwise the starts would disturb each other.
    await sideBySide(shuffled(members, place.random), 1, (contender) => start(place, contender, trials));
    // Sorted, so that the order of a block doesn't depend on the order of the starts.
    trials.sort((a, b) => a.row.index - b.row.index);
    return await interleave(place, trials);
  } finally {
    await Promise.all(trials.map((trial) => trial.end()));
  }
}

/** Adds the trial to `trials` as soon as its process runs, so that the caller ends the process in any case. */
async function start(place: GroupPlace, row: MeasuredRow, trials: Trial[]): Promise<void> {
  const { input, events, ledger } = place;
  await guard(place, row, async () => {
    input.signal?.throwIfAborted();
    const client = await row.start();
    const sample = ledger.sample.bind(ledger);
    const trial = new Trial({ ...input, ...place, row, seed: input.settings.seed, sample }, client);
    trials.push(trial);
    events.started?.(row.index, client);
    await trial.first();
  });
}

const LATE = 'after timing: ';

async function interleave(place: GroupPlace, trials: readonly Trial[]): Promise<number> {
  const { input, ledger, events, progress, random } = place;
  const live = () => trials.filter((trial) => ledger.takesPart(trial.row));
  const each = async (order: readonly Trial[], step: (trial: Trial) => Promise<void>, limit = 1) =>
    sideBySide(order, limit, (trial) => guard(place, trial.row, () => step(trial)));

  progress('warming up');
  await each(live(), (trial) => trial.warmUp(), input.cores);
  if (place.timeIsUp(0)) return 0;
  // From here until verification, one process works at a time; all others wait for input.
  await each(shuffled(live(), random), (trial) => trial.settle());
  let done = 0;
  while (done < place.blocks && live().length > 0 && !place.timeIsUp(done)) {
    progress('timing', done);
    const number = place.group * place.blocks + done++;
    const order = new Random(input.settings.seed, input.case, place.round, number);
    await each(shuffled(live(), order), (trial) => trial.block(number));
  }
  await each(live(), (trial) => trial.endBlocks());
  progress('verifying');
  const verify = async (trial: Trial) => {
    const outputs = await trial.verify(LATE);
    await events.wrote?.(trial.row.index, outputs);
    input.signal?.throwIfAborted();
  };
  await each(live(), verify, input.cores);
  await each(shuffled(live(), random), (trial) => trial.unseen());
  const pass = async (trial: Trial) => {
    events.passed?.(trial.row.index, await trial.verifyHard(LATE));
  };
  await each(live(), pass, input.cores);
  return done;
}

async function guard(
  { input, events, ledger }: GroupPlace,
  contender: MeasuredRow,
  step: () => Promise<void>,
): Promise<void> {
  await step().catch((error) => {
    if (!(error instanceof RunnerFailure)) {
      // Stops the other rows' work at once; otherwise wiremark would wait for it.
      if (!input.signal?.aborted) events.fault?.(error);
      throw error;
    }
    input.signal?.throwIfAborted();
    ledger.failed(contender, error.verdict);
  });
}

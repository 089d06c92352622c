/** How fit a machine is to measure on, at a glance: what `doctor` tells, and what `noise` begins with. */
import { dozes, observeDozing } from '../measure/dozing.ts';
import { observeMachine } from '../measure/machine-use.ts';
import { keepCoresAwake } from '../runner/keepers.ts';

/** How long the machine is watched for other programs, in milliseconds. */
const LOOK = 1_500;

export type MachineGlance = Awaited<ReturnType<typeof glanceAtMachine>>;

/**
 * Takes about five seconds, in which nothing else should be started.
 *
 * @returns `unkept`: why cores can't be kept awake here; null where they can
 */
export async function glanceAtMachine() {
  const use = await observeMachine(LOOK);
  const seen = await observeDozing();
  const keepers = await keepCoresAwake();
  await keepers.stop();
  return { use, dozing: { ...seen, dozes: dozes(seen), unkept: keepers.reason } };
}

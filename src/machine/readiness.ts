/** How fit a machine is to measure on, at a glance: what `doctor` tells, and what `noise` begins with. */
import { keepCoresAwake } from './idle-spinners.ts';
import { type MachineUse, observeMachine } from './usage.ts';

/** How long the machine is watched for other programs, in milliseconds. */
const LOOK = 1_500;

export interface MachineGlance {
  /** Null where the system doesn't tell. */
  readonly use: MachineUse | null;
  /** Why cores can't be kept awake while blocks are measured; null where they are. */
  readonly unkept: string | null;
}

/** Takes about two seconds, in which nothing else should be started. */
export async function glanceAtMachine(): Promise<MachineGlance> {
  const use = await observeMachine(LOOK);
  const keepers = await keepCoresAwake();
  await keepers.stop();
  return { use, unkept: keepers.reason };
}

/** How fit a machine is to measure on, at a glance: what `doctor` tells, and what `noise` begins with. */
import { type Dozing, dozes, observeDozing } from '../measure/dozing.ts';
import { type MachineUse, observeMachine } from '../measure/machine-use.ts';
import { keepCoresAwake } from '../runner/keepers.ts';

/** How long the machine is watched for other programs, in milliseconds. */
const LOOK = 1_500;

export interface MachineGlance {
  /** Null where the system doesn't tell. */
  readonly use: MachineUse | null;
  /** `unkept`: why cores can't be kept awake here; null where they can. */
  readonly dozing: Dozing & { readonly dozes: boolean; readonly unkept: string | null };
}

/** Takes about five seconds, in which nothing else should be started. */
export async function glanceAtMachine(): Promise<MachineGlance> {
  const use = await observeMachine(LOOK);
  const seen = await observeDozing();
  const keepers = await keepCoresAwake();
  await keepers.stop();
  return { use, dozing: { ...seen, dozes: dozes(seen), unkept: keepers.reason } };
}

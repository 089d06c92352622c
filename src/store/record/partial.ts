import { caseName } from '../../define/names.ts';
import type { RunRecord, Stopped } from './record.ts';

export interface PartialReason {
  readonly why: 'budget' | Stopped['why'];
  readonly text: string;
}

type Facts = Pick<RunRecord, 'partial' | 'finishedAt' | 'settings' | 'cases' | 'stopped'>;

/** Why a run is partial; null for a complete run. A run that is still being measured looks killed: call `runState` first. */
export function partialReason(record: Facts): PartialReason | null {
  const { finishedAt, stopped, settings, cases } = record;
  if (!record.partial) return null;
  if (finishedAt === null)
    return { why: 'crash', text: 'it was cut off (killed, or its disk was full) or is still running' };
  if (stopped?.why === 'crash')
    return { why: 'crash', text: `wiremark failed: ${stopped.message ?? 'no reason was recorded'}` };
  if (stopped?.why === 'interrupt') return { why: 'interrupt', text: 'it was interrupted' };
  return { why: 'budget', text: `its budget ${shortText(cases, settings)}` };
}

function shortText(cases: Facts['cases'], { rounds: { minimum } }: Facts['settings']): string {
  const short = cases.filter(({ ended, rounds = 0 }) => ended === 'budget' && rounds < minimum);
  const [first] = short;
  if (first === undefined) return 'was spent';
  const which =
    short.length === 1
      ? `${caseName(first)} has ${first.rounds ?? 0} of ${minimum}`
      : `${short.length} of ${cases.length} cases have fewer than ${minimum}`;
  return `didn't suffice for another round: ${which}`;
}

/** True for a run that ended because its rounds were done or its budget was spent. */
export function cameToItsEnd(record: Facts): boolean {
  return record.finishedAt !== null && (partialReason(record)?.why ?? 'budget') === 'budget';
}

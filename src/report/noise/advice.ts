/** What to do about a machine's noise: sentences that each rest on a fact that was read or measured. */
import { FULL_ROUNDS, USUAL_TARGET } from '../../stats/judgement.ts';
import type { Noise, Reach } from '../../stats/noise.ts';
import type { Machine } from '../../store/record.ts';
import { counted, percent } from '../text/numbers.ts';
import { type OtherPrograms, spelledPrograms } from './busy.ts';

export interface NoiseFacts extends Noise {
  readonly machine: Machine;
  /** What else the machine did before it began; null where the system doesn't tell. */
  readonly use: OtherPrograms | null;
  /** Share of the timed slices' time that they waited for a core; null where the system doesn't tell. */
  readonly waited: number | null;
}

/** Less of a core, or of the time, is nothing to act on. */
const NEGLIGIBLE = 0.02;

/** Whether the machine is fit to measure on, and what to do, most important first: nothing where nothing would help. */
export function noiseAdvice({ machine, use, waited, rounds, reach }: NoiseFacts) {
  const named = use === null ? '' : spelledPrograms(use);
  const stolen = use?.stolenCores ?? 0;
  const governed = machine.governor !== null && machine.governor !== 'performance';
  const advice = [
    named !== '' && `Close other programs: ${named} when this began.`,
    governed &&
      `The clock rate follows the load (governor ${machine.governor}): "sudo cpupower frequency-set -g performance" keeps it up, if the machine is yours.`,
    stolen >= NEGLIGIBLE &&
      `This is a virtual machine whose host gave away ${percent(stolen)} of a core to others: measure at another hour, or on a machine of your own.`,
    (waited ?? 0) >= NEGLIGIBLE &&
      `Slices waited for a core for ${percent(waited!)} of their time (subtracted from the figures): leave a core free for them.`,
    rounds >= FULL_ROUNDS.minimum && targetAdvice(reach),
  ];
  return {
    verdict: verdict(rounds, reach),
    advice: advice.filter((line) => typeof line === 'string'),
  };
}

function verdict(rounds: number, reach: Reach | null): string {
  if (rounds < FULL_ROUNDS.minimum)
    return `${counted(rounds, 'round')} can't tell what this machine is fit for: allow more time with --budget.`;
  if (reach === null) return 'As it is, this machine is not fit to measure on: no usual target is in reach.';
  if (reach.target > USUAL_TARGET)
    return `As it is, this machine is fit for differences of ${percent(reach.target)} and more only.`;
  return `As it is, this machine is fit to measure on: ±${percent(reach.target)} is in reach.`;
}

function targetAdvice(reach: Reach | null): string | null {
  if (reach === null)
    return 'Until that is better, no target will be reached; read the intervals, not the order of rows.';
  if (reach.target <= USUAL_TARGET) return null;
  return `Use --target ${Number((100 * reach.target).toFixed(1))}: the usual ±2 % would end at 30 rounds without being reached.`;
}

/** What other programs do on a machine, and what that will do to a run. */

export interface OtherPrograms {
  readonly busyCores: number;
  readonly stolenCores: number;
  readonly programs: readonly { readonly name: string; readonly cores: number }[];
}

/** Shares of the cores that others may use before anything is said, and before a run says little. */
const BUSY = 0.1;
const FULL = 0.75;

/**
 * A line before a run; null for a machine that is quiet enough.
 *
 * On 2 cores, others that used one of them now and then left the ratios as they were and made them scatter 1.3 to 1.7
 * times as much; a load of 6 had slices wait for half of their time, and made them scatter three to seven times as much
 * (docs/evidence/noise.md).
 */
export function busyLine(use: OtherPrograms, cores: number): string | null {
  const share = (use.busyCores + use.stolenCores) / cores;
  if (share < BUSY) return null;
  const named = spelledPrograms(use);
  const who = `other programs use ${use.busyCores.toFixed(1)} of ${cores} cores${named === '' ? '' : `: ${named}`}`;
  const effect =
    share < FULL
      ? 'Waiting is taken out of the times; expect two or three times as many rounds, or wider intervals.'
      : 'What is timed will mostly wait for a core: expect intervals several times as wide, and findings that are likely at best. Retry when it is idle.';
  return `This machine is busy: ${who}. ${effect}`;
}

/** The three that use most, or nothing. */
export function spelledPrograms({ programs }: OtherPrograms): string {
  return programs
    .slice(0, 3)
    .map(({ name, cores }) => `${name} (${Math.round(100 * cores)} % of a core)`)
    .join(', ');
}

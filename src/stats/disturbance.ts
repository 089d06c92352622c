/** Above this share of a slice's time, spent waiting for a core, the slice was disturbed. */
export const DISTURBED_SHARE = 0.05;

export interface Disturbance {
  readonly disturbed: number;
  /** Slices of which the system told how long they waited. */
  readonly known: number;
  readonly unknown: number;
  /** Share of the known slices' time that they waited; null without any. */
  readonly waited: number | null;
}

/** How much slices were disturbed. One whose wait isn't known counts as neither disturbed nor undisturbed. */
export function disturbance(
  slices: Iterable<{ readonly ns: number; readonly waitNs?: number | null }>,
): Disturbance {
  const found = { disturbed: 0, known: 0, unknown: 0 };
  let [waited, time] = [0, 0];
  for (const { ns, waitNs = null } of slices) {
    if (waitNs === null) {
      found.unknown++;
      continue;
    }
    found.known++;
    if (waitNs > DISTURBED_SHARE * ns) found.disturbed++;
    waited += waitNs;
    time += ns;
  }
  return { ...found, waited: time === 0 ? null : waited / time };
}

/** Whether nothing should be claimed: more than half of what is known of was disturbed. */
export function tooDisturbed({ disturbed, known }: Pick<Disturbance, 'disturbed' | 'known'>): boolean {
  return disturbed > known / 2;
}

/** How much of what was timed had to wait for a core. */

/** A slice that waited for more than this share of its time was disturbed. */
export const DISTURBED = 0.05;

/** Whether more than half of what is known of was disturbed: then every claim is worth a grade less. */
export function tooDisturbed({
  disturbed,
  known,
}: {
  readonly disturbed: number;
  readonly known: number;
}): boolean {
  return known > 0 && disturbed > known / 2;
}

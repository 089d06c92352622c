/** A load on the machine that comes and goes, as other programs' does: what the goals are measured against. */
import { startCompanions } from '../../src/machine/keepers.ts';

/**
 * Burns a core in phases of 0.2 to 2 s with pauses as long. It works in bits of 10 ms with the event loop between, so
 * that it sees the end of its input, and with it the death of wiremark by whatever way, within one of them. Text and
 * not a file of its own, because the core is bundled.
 */
const BURNER = `
let state = Number(process.argv[1]) >>> 0;
const phase = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return 200 + (state / 2 ** 32) * 1800;
};
const burn = (until) => {
  const now = performance.now();
  if (now >= until) return setTimeout(() => burn(performance.now() + phase()), phase());
  while (performance.now() < now + 10);
  setImmediate(burn, until);
};
process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0)).resume();
process.stdout.write('ready\\n');
burn(performance.now() + phase());
`;

export type Load = Pick<Awaited<ReturnType<typeof startCompanions>>, 'pids' | 'stop'>;

/**
 * Starts processes that use a core each about half of the time, and waits until all are at it.
 *
 * @param seed tells the lengths of the phases
 * @throws Error when one can't be started; the others have ended by then
 */
export async function startLoad(processes: number, seed: number): Promise<Load> {
  const commands = Array.from({ length: processes }, (_, i) => [
    process.execPath,
    '-e',
    BURNER,
    `${seed + i}`,
  ]);
  const burners = await startCompanions(commands);
  if (burners.failure !== null) throw new Error('a process of the load could not be started');
  return burners;
}

/** Makes what verbs work on: a world `recorded` with two whole runs and one to import, and one `killed` amid a run. */
import { SAMPLES_FILE } from '../../src/store/files.ts';
import { RUN } from './verbs.ts';
import type { Outcome, World } from './world.ts';

export async function recordRuns(world: World): Promise<void> {
  await well(world, [...RUN]);
  await well(world, ['runs', 'export', 'last', '--out', 'sent.wiremark']);
  await well(world, ['runs', 'remove', 'last', '--yes']);
  await well(world, [...RUN, '--name', 'first', '--tag', 'old']);
  const { notes } = await well(world, [...RUN, '--name', 'second', '--tag', 'old']);
  world.store('recorded');
  // Half of its samples are on disk then.
  const counts = notes.flatMap((note) => note.counts ?? []);
  const written = counts.find(([site]) => site.startsWith('write ') && site.endsWith(`/${SAMPLES_FILE}`));
  if (written === undefined) throw new Error(`no call writes ${SAMPLES_FILE}`);
  const [site, count] = written;
  await world.wiremark([...RUN, '--name', 'killed'], { site, nth: Math.ceil(count / 2), how: 'kill-before' });
  world.store('killed');
}

async function well(world: World, words: readonly string[]): Promise<Outcome> {
  const outcome = await world.wiremark(words, null);
  if (outcome.status === 0) return outcome;
  throw new Error(`${words.join(' ')} ends with ${outcome.status}: ${outcome.stderr}${outcome.stdout}`);
}

/**
 * Recorded runs for verbs: `recorded` has two complete runs, `one` has the first of them and the second as an exported file,
 * `killed` has the first and a killed run.
 */
import { rmSync } from 'node:fs';
import { SAMPLES_FILE } from '../../src/store/folder/files.ts';
import { runsIn } from './finishing.ts';
import { RUN } from './verbs.ts';
import type { Note, Outcome, World } from './world.ts';

/** Records the runs once for all practices. */
export async function recordRuns(world: World): Promise<void> {
  if (world.hasStored('killed')) return;
  const { notes } = await well(world, [...RUN, '--name', 'first']);
  const [first] = runsIn(world);
  await well(world, [...RUN, '--name', 'second']);
  await well(world, ['runs', 'export', 'second', '--out', 'sent.wiremark']);
  world.store('recorded');
  for (const folder of runsIn(world)) if (folder !== first) rmSync(folder, { recursive: true });
  world.store('one');
  await kill(world, notes);
}

/** Kills a run when half of its samples are on disk. */
async function kill(world: World, notes: readonly Note[]): Promise<void> {
  const counts = notes.flatMap((note) => note.counts ?? []);
  // The file's head is written by another call.
  const written = counts.find(
    ([site, count]) => site.startsWith('writeFile ') && site.endsWith(`/${SAMPLES_FILE}`) && count > 1,
  );
  if (written === undefined) throw new Error(`no call writes ${SAMPLES_FILE}`);
  const [site, count] = written;
  await world.wiremark([...RUN, '--name', 'killed'], {
    site,
    nth: Math.ceil(count / 2),
    how: 'kill-before',
  });
  world.store('killed');
}

async function well(world: World, words: readonly string[]): Promise<Outcome> {
  const outcome = await world.wiremark(words, null);
  if (outcome.status === 0) return outcome;
  throw new Error(`${words.join(' ')} ends with ${outcome.status}: ${outcome.stderr}${outcome.stdout}`);
}

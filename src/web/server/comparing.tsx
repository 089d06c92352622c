/** The page that compares runs, and how it is asked for. */
import { buildComparisons } from '../../report/compare/pairs/view.ts';
import { WITHIN } from '../../report/compare/within.ts';
import type { StoredRun } from '../../store/reader.ts';
import { runLabel } from '../../store/run-label.ts';
import { comparisonContent } from '../compare/page.tsx';
import type { ServedPage } from './layout.tsx';
import type { RunEntry } from './source.ts';

/** Where the page is, and the key of each run in its query. */
export const COMPARE = { path: '/compare', run: 'run' } as const;

/** More are a history, which has a page of its own. */
const MOST_RUNS = 12;

/** Why these runs can't be compared; null: they can. @param asked keys as they came */
export function faultOfRuns(asked: readonly string[], found: readonly RunEntry[]): string | null {
  const missing = asked.find((key) => !found.some((entry) => entry.key === key));
  if (missing !== undefined) return `There is no run "${missing}" here that can be read.`;
  if (found.length < 2) return 'Comparing takes two runs: select them in the list of runs.';
  if (found.length > MOST_RUNS)
    return `Comparing takes at most ${MOST_RUNS} runs; History shows a serializer in all runs.`;
  const running = found.find(({ state }) => state === 'running');
  return running === undefined ? null : `${runLabel(running.record)} is still being measured.`;
}

/** @param runs the first of them is the one that the others are compared with. @param command as wiremark was called */
export function comparingPage(runs: readonly StoredRun[], command: string): ServedPage {
  const [first, ...others] = runs as [StoredRun, ...StoredRun[]];
  const views = buildComparisons(first, others, { mode: 'relative', within: WITHIN, filters: {} });
  const unguarded = views.map((view) => ({ view, outcomes: [] }));
  return comparisonContent(unguarded, command);
}

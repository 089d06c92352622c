/** The page of a run that is being measured: how far it is, from its record alone. */
import { counted } from '../../report/text/numbers.ts';
import { runLabel, spelledTime } from '../../store/run-label.ts';
import { runHref, type ServedPage } from './layout.tsx';
import type { RunEntry } from './source.ts';

/** The query of the address under which the figures so far are shown. */
export const SO_FAR = 'so-far';

/** Often enough to follow a run, and too seldom to disturb it. */
const SECONDS = 10;

export function runningPage({ key, record }: RunEntry): ServedPage {
  const { cases, startedAt } = record;
  const done = cases.filter(({ ended }) => ended !== undefined).length;
  const rounds = cases.find(({ ended }) => ended === undefined)?.rounds ?? 0;
  const content = (
    <p class="note">
      This run is being measured now; it began at <time datetime={startedAt}>{spelledTime(startedAt)}</time>.{' '}
      {done} of {counted(cases.length, 'case')} done, {counted(rounds, 'round')} of the next. This page
      reloads itself. <a href={`${runHref(key)}?${SO_FAR}`}>Show the figures so far:</a> calculating may
      disturb the run.
    </p>
  );
  return { title: runLabel(record), content, renews: SECONDS };
}

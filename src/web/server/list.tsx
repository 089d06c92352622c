import type { VNode } from 'preact';
import { compareRuns } from '../../analysis/runs/compare.ts';
import { WITHIN } from '../../analysis/runs/rows.ts';
import { counted } from '../../report/numbers.ts';
import { hasFailures, rowCounts, spelledRows } from '../../report/tally.ts';
import type { StoredRun } from '../../store/folder/reader.ts';
import { runLabel, runLabels, spelledTime } from '../../store/record/run-label.ts';
import { stateWord } from '../../store/state.ts';
import { comparisonContent } from '../compare.tsx';
import { List, type PageColumn, PageTable } from '../markup/blocks.tsx';
import type { FoundFigures, RunFigures } from './figures.ts';
import { MachineWords, machinesOf, RunName, runHref, type ServedPage } from './layout.tsx';
import type { DamagedEntry, RunEntry } from './source.ts';

/**
 * @param runs newest first
 * @param figures of those runs that were read already
 * @param hint what to do where there are no runs
 * @param isReading more are read when the page is asked for again
 */
export function listPage(
  runs: readonly RunEntry[],
  damaged: readonly DamagedEntry[],
  figures: FoundFigures,
  hint: string,
  isReading: boolean,
): ServedPage {
  const content = (
    <>
      {runs.length > 0 ? <RunTable runs={runs} figures={figures} /> : <p>{hint}</p>}
      {damaged.length > 0 && <h2>Can't be read</h2>}
      <List items={damaged.map(({ key, reason }) => `${key}: ${reason}`)} />
    </>
  );
  return { title: 'Runs', content, place: '/', ...(isReading && { renews: 2 }) };
}

function RunTable({ runs, figures }: { runs: readonly RunEntry[]; figures: FoundFigures }): VNode {
  const labels = runLabels(runs.map(({ record }) => record));
  const machines = machinesOf(runs);
  const columns: PageColumn<RunEntry>[] = [
    { head: 'run', names: true, cell: (run) => <Run run={run} label={labels[runs.indexOf(run)]!} /> },
    { head: 'fastest in its first case', cell: (run) => <Best figures={figures.get(run)} /> },
    {
      head: 'rows',
      cell: ({ record }) => (
        <span class={hasFailures(record) ? 'bad' : undefined}>{spelledRows(rowCounts(record))}</span>
      ),
    },
    {
      head: 'state',
      cell: ({ folder, record }) => `${stateWord(folder, record)}${record.settings.quick ? ', quick' : ''}`,
    },
    ...(machines.length > 1
      ? [{ head: 'machine', cell: (run: RunEntry) => machines.find((one) => one.runs.includes(run))!.mark }]
      : []),
  ];
  return (
    <form action={COMPARE.path}>
      <MachineWords machines={machines} />
      {runs.length > 1 && (
        <p class="line">
          <button type="submit" class="button">
            Compare
          </button>
          <span class="dim">two selected runs: what changed from the older to the newer</span>
        </p>
      )}
      <PageTable class="stacked" caption="Runs, newest first" columns={columns} rows={runs} />
    </form>
  );
}

function Run({ run, label }: { run: RunEntry; label: string }): VNode {
  return (
    <>
      {run.state !== 'running' && (
        <input type="checkbox" name={COMPARE.run} value={run.key} aria-label={`Compare ${label}`} />
      )}
      <RunName run={run} label={label} />
    </>
  );
}

function Best({ figures }: { figures: RunFigures | string | undefined }): VNode | string | null {
  if (figures === undefined) return <span class="dim">not read yet</span>;
  if (typeof figures === 'string') return <span class="bad">can't be read</span>;
  return [...figures.values()][0]?.fastest || null;
}

/** Where the page is, and the key of each run in its query. */
export const COMPARE = { path: '/compare', run: 'run' } as const;

/** Why these runs can't be compared; null: they can. @param asked keys as they came */
export function faultOfRuns(asked: readonly string[], found: readonly RunEntry[]): string | null {
  const missing = asked.find((key) => !found.some((entry) => entry.key === key));
  if (missing !== undefined) return `There is no run "${missing}" here that can be read.`;
  if (found.length !== 2)
    return 'Comparing takes two runs: select them in the list of runs. History shows a serializer in all of them.';
  const running = found.find(({ state }) => state === 'running');
  return running === undefined ? null : `${runLabel(running.record)} is still being measured.`;
}

/** @param runs two, the older first */
export function comparingPage([before, after]: readonly StoredRun[], command: string): ServedPage {
  const view = compareRuns(before!, after!, { within: WITHIN, filters: {} });
  return comparisonContent({ view, outcomes: [] }, command);
}

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

import type { VNode } from 'preact';
import { counted } from '../../report/numbers.ts';
import { hasFailures, rowCounts, spelledRows } from '../../report/tally.ts';
import { runLabel, runLabels } from '../../store/record/run-label.ts';
import { stateWord } from '../../store/state.ts';
import { List, type PageColumn, PageTable } from '../markup/blocks.tsx';
import type { ReadFigures } from './figures.ts';
import { MachineWords, machinesOf, messagePage, RunName, type ServedPage } from './layout.tsx';
import { type DamagedEntry, newestOfCells, type RunEntry } from './source.ts';

const MOST_READ = 50;

/** @param figuresOf reads the figures of a run; null while a run is measured, because reading would disturb it */
export function listPage(
  runs: readonly RunEntry[],
  damaged: readonly DamagedEntry[],
  figuresOf: ReadFigures | null,
  hint: string,
): ServedPage {
  const content = (
    <>
      {newestOfCells(runs).size > 0 && (
        <p>
          <a href="/fleet">rows × kinds of machine</a>
        </p>
      )}
      {runs.length > 0 ? runTable(runs, figuresOf) : <p>{hint}</p>}
      {damaged.length > 0 && <h2>Can't be read</h2>}
      <List items={damaged.map(({ key, reason }) => `${key}: ${reason}`)} />
    </>
  );
  return { title: 'Runs', content, place: '/' };
}

function runTable(runs: readonly RunEntry[], figuresOf: ReadFigures | null): VNode {
  const labels = runLabels(runs.map(({ record }) => record));
  const machines = machinesOf(runs);
  const columns: PageColumn<RunEntry>[] = [
    { head: 'run', names: true, cell: (run) => <RunName run={run} label={labels[runs.indexOf(run)]!} /> },
    {
      head: 'fastest in its first case',
      cell(run) {
        const figures = runs.indexOf(run) < MOST_READ ? figuresOf?.(run) : undefined;
        if (typeof figures === 'string') return <span class="bad">can't be read</span>;
        return [...(figures?.values() ?? [])][0]?.fastest || null;
      },
    },
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
    <>
      <MachineWords machines={machines} />
      <PageTable class="compact" caption="Runs, newest first" columns={columns} rows={runs} />
    </>
  );
}

/** Page of a run that is being measured. Reads only the record, in order not to disturb the run. */
export function runningPage({ record }: RunEntry): ServedPage {
  const { cases } = record;
  const done = cases.filter(({ ended }) => ended !== undefined).length;
  const rounds = cases.find(({ ended }) => ended === undefined)?.rounds ?? 0;
  const progress = `${done} of ${counted(cases.length, 'case')} done, ${counted(rounds, 'round')} of the next`;
  return messagePage(runLabel(record), `This run is being measured now: ${progress}. Reload to see more.`);
}

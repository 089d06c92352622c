/** The page with all runs. */
import { Fragment, type VNode } from 'preact';
import { isFailure, type Verdict } from '../../plan/verdict.ts';
import { spelledSeconds } from '../../report/text/times.ts';
import type { RunRecord } from '../../store/record.ts';
import { secondsTaken } from '../../store/state.ts';
import { type PageColumn, PageTable } from '../markup/table.tsx';
import { COMPARE } from './comparing.tsx';
import { runHref, SELDOM, type ServedPage, When } from './layout.tsx';
import { MachineWords, machinesOf, type NumberedMachine } from './machines.tsx';
import type { DamagedEntry, FolderEntry, RunEntry } from './source.ts';

/** @param entries newest first */
export function listPage(entries: readonly FolderEntry[]): ServedPage {
  const runs = entries.filter((entry) => entry.kind === 'run');
  const damaged = entries.filter((entry) => entry.kind === 'damaged');
  const machines = machinesOf(runs);
  const content = (
    <>
      {runs.length > 0 && <MachineWords machines={machines} />}
      {runs.length > 0 ? <RunTable runs={runs} machines={machines} /> : <NoRuns />}
      {damaged.length > 0 && <Damaged entries={damaged} />}
    </>
  );
  return { title: 'Runs', content, place: '/', renews: SELDOM };
}

function NoRuns(): VNode {
  return (
    <p class="note">
      There are no runs here yet. <code>wiremark run</code> makes one, and it will appear on this page.
    </p>
  );
}

interface RunTableProps {
  readonly runs: readonly RunEntry[];
  readonly machines: readonly NumberedMachine<RunEntry>[];
}

function RunTable({ runs, machines }: RunTableProps): VNode {
  const ticks = runs.length > 1;
  const columns: PageColumn<RunEntry>[] = [
    { head: 'started', names: true, cell: (run) => <Started run={run} ticks={ticks} /> },
    { head: 'suite', cell: ({ record }) => <Suite record={record} /> },
    { head: 'state', cell: stateText },
    {
      head: 'rows ok',
      class: 'number',
      cell: ({ record }) => countRows(record, ({ verdict }) => verdict === 'ok'),
    },
    {
      head: 'failed',
      class: 'number',
      cell: ({ record }) => <Failed count={countRows(record, isFailure)} />,
    },
    ...(machines.length > 1
      ? [{ head: 'machine', cell: (run: RunEntry) => machines.find((one) => one.runs.includes(run))!.mark }]
      : []),
    { head: 'took', class: 'number', cell: tookText },
    { head: 'wiremark', cell: ({ record }) => record.tool },
    { head: 'data', cell: (run) => (run.state === 'running' ? null : <Downloads run={run} />) },
    { head: 'what', class: 'prose roomy dim', cell: ({ record }) => record.suite.title },
  ];
  const table = <PageTable caption="Runs, newest first" columns={columns} rows={runs} />;
  if (!ticks) return table;
  return (
    <form action={COMPARE.path}>
      <p class="line">
        <button type="submit" class="button">
          Compare
        </button>
        <span class="dim">the selected runs, each with the oldest of them</span>
      </p>
      {table}
    </form>
  );
}

/** @param ticks whether it can be picked, to be compared */
function Started({ run: { key, record, state }, ticks }: { run: RunEntry; ticks: boolean }): VNode {
  return (
    <>
      {ticks && state !== 'running' && (
        <input type="checkbox" name={COMPARE.run} value={key} aria-label={`Compare ${record.id}`} />
      )}
      <a href={runHref(key)} title={record.id}>
        <When at={record.startedAt} />
      </a>
      {record.name !== undefined && <div class="strong">{record.name}</div>}
    </>
  );
}

function Suite({ record: { suite, tags = [] } }: { record: RunRecord }): VNode {
  return (
    <>
      {suite.name}
      {tags.length > 0 && <div class="dim">{tags.join(', ')}</div>}
    </>
  );
}

function Failed({ count }: { count: number }): VNode {
  return <span class={count > 0 ? 'bad' : 'dim'}>{count}</span>;
}

/** Empty where it has no end. */
function tookText({ record }: RunEntry): string {
  const seconds = secondsTaken(record);
  return seconds === null ? '' : spelledSeconds(seconds);
}

function Downloads({ run: { key, record } }: { run: RunEntry }): VNode[] {
  return ['CSV', 'JSON'].map((format) => (
    <Fragment key={format}>
      <a href={`${runHref(key)}/download.${format.toLowerCase()}`} aria-label={`${format} of ${record.id}`}>
        {format}
      </a>{' '}
    </Fragment>
  ));
}

/** `complete, quick`. */
function stateText({ record, state }: RunEntry): string {
  const what = state === 'running' ? 'running now' : state;
  return record.settings.quick ? `${what}, quick` : what;
}

/** Rows of all cases; what isn't installed here is neither ok nor failed. */
function countRows({ outcomes, contenders }: RunRecord, counts: (verdict: Verdict) => boolean): number {
  return outcomes.filter((one) => contenders[one.contender]!.limit === null && counts(one.verdict)).length;
}

function Damaged({ entries }: { entries: readonly DamagedEntry[] }): VNode {
  return (
    <section>
      <h2>Can't be read</h2>
      <ul class="facts">
        {entries.map(({ key, reason }) => (
          <li key={key}>
            <strong>{key}</strong>: <span class="bad">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

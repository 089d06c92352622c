/** The page with all runs. */
import type { VNode } from 'preact';
import { isFailure } from '../../plan/verdict.ts';
import { groupByMachine, type MachineGroup } from '../../report/compare/pairs/machines.ts';
import { spelledSeconds } from '../../report/text/times.ts';
import { secondsTaken } from '../../store/state.ts';
import { COMPARE } from './comparing.tsx';
import { runHref, SELDOM, type ServedPage, When } from './layout.tsx';
import type { DamagedEntry, FolderEntry, RunEntry } from './source.ts';

/** @param entries newest first */
export function listPage(entries: readonly FolderEntry[]): ServedPage {
  const runs = entries.filter((entry) => entry.kind === 'run');
  const damaged = entries.filter((entry) => entry.kind === 'damaged');
  const groups = groupByMachine(runs.toReversed(), ({ record }) => record);
  const content = (
    <>
      {runs.length > 0 && <MachineWords groups={groups} />}
      {runs.length > 0 ? <RunTable runs={runs} groups={groups} /> : <NoRuns />}
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

function MachineWords({ groups }: { groups: readonly MachineGroup<RunEntry>[] }): VNode {
  if (groups.length === 1)
    return (
      <p class="note dim">
        All on comparable machines, as far as they recorded what they are: {groups[0]!.name}. Times are UTC.
      </p>
    );
  return (
    <>
      <p class="note dim">
        From {groups.length} machines: absolute times compare only within one, ratios across all. Times are
        UTC.
      </p>
      <ul class="facts">
        {groups.map(({ name }, i) => (
          <li key={name}>
            {machineMark(i)}: {name}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How a machine is called in tables: `M1`. */
export function machineMark(group: number): string {
  return `M${group + 1}`;
}

interface RunTableProps {
  readonly runs: readonly RunEntry[];
  readonly groups: readonly MachineGroup<RunEntry>[];
}

function RunTable({ runs, groups }: RunTableProps): VNode {
  const several = groups.length > 1;
  const table = (
    <div class="scroll">
      <table>
        <caption class="unseen">Runs, newest first</caption>
        <thead>
          <tr>
            {runs.length > 1 && (
              <th scope="col">
                <span class="unseen">compare</span>
              </th>
            )}
            <th scope="col">started</th>
            <th scope="col">suite</th>
            <th scope="col">state</th>
            <th scope="col" class="number">
              rows ok
            </th>
            <th scope="col" class="number">
              failed
            </th>
            {several && <th scope="col">machine</th>}
            <th scope="col" class="number">
              took
            </th>
            <th scope="col">wiremark</th>
            <th scope="col">data</th>
            <th scope="col" class="prose roomy">
              what
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.key}
              run={run}
              machine={several ? markOf(run, groups) : null}
              ticks={runs.length > 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
  if (runs.length === 1) return table;
  return (
    <form action={COMPARE.path}>
      <p class="line">
        <button type="submit" class="button">
          Compare
        </button>
        <span class="dim">the runs that are ticked, each with the oldest of them</span>
      </p>
      {table}
    </form>
  );
}

function markOf(run: RunEntry, groups: readonly MachineGroup<RunEntry>[]): string {
  return machineMark(groups.findIndex(({ runs }) => runs.includes(run)));
}

interface RunRowProps {
  readonly run: RunEntry;
  readonly machine: string | null;
  /** Whether it can be ticked, to be compared. */
  readonly ticks: boolean;
}

function RunRow({ run, machine, ticks }: RunRowProps): VNode {
  const { key, record } = run;
  const { name, tags = [], suite, tool } = record;
  const { ok, failed } = rowCounts(run);
  return (
    <tr>
      {ticks && <td>{run.state !== 'running' && <Tick run={run} />}</td>}
      <th scope="row" class="name">
        <a href={runHref(key)} title={record.id}>
          <When at={record.startedAt} />
        </a>
        {name !== undefined && <div class="strong">{name}</div>}
      </th>
      <td>
        {suite.name}
        {tags.length > 0 && <div class="dim">{tags.join(', ')}</div>}
      </td>
      <td>{stateText(run)}</td>
      <td class="number">{ok}</td>
      <td class={`number ${failed > 0 ? 'bad' : 'dim'}`}>{failed}</td>
      {machine !== null && <td>{machine}</td>}
      <td class="number">{tookText(run)}</td>
      <td>{tool}</td>
      <td>
        <Download run={run} format="csv" /> <Download run={run} format="json" />
      </td>
      <td class="prose roomy dim">{suite.title}</td>
    </tr>
  );
}

function Tick({ run: { key, record } }: { run: RunEntry }): VNode {
  return <input type="checkbox" name={COMPARE.run} value={key} aria-label={`Compare ${record.id}`} />;
}

/** Empty where it has no end. */
function tookText({ record }: RunEntry): string {
  const seconds = secondsTaken(record);
  return seconds === null ? '' : spelledSeconds(seconds);
}

function Download({
  run: { key, record, state },
  format,
}: {
  run: RunEntry;
  format: 'csv' | 'json';
}): VNode | null {
  if (state === 'running') return null;
  return (
    <a href={`${runHref(key)}/download.${format}`} aria-label={`${format.toUpperCase()} of ${record.id}`}>
      {format.toUpperCase()}
    </a>
  );
}

/** `complete, quick`. */
function stateText({ record, state }: RunEntry): string {
  const what = state === 'running' ? 'running now' : state;
  return record.settings.quick ? `${what}, quick` : what;
}

/** Rows of all cases whose verdict is ok, and those that failed; what can't be had here is neither. */
function rowCounts({ record }: RunEntry): { readonly ok: number; readonly failed: number } {
  const own = record.outcomes.filter(({ contender }) => record.contenders[contender]!.limit === null);
  return {
    ok: own.filter(({ verdict }) => verdict.verdict === 'ok').length,
    failed: own.filter(({ verdict }) => isFailure(verdict)).length,
  };
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

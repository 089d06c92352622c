/** The page of a history: what can be chosen, what changed, and what each run found. */
import type { ComponentChildren, VNode } from 'preact';
import { changeText } from '../../../report/compare/wording.ts';
import { interval, ratio, singleTime } from '../../../report/text/numbers.ts';
import { markOf } from '../../../report/text/said.ts';
import { List } from '../../markup/blocks.tsx';
import { type PageColumn, PageTable } from '../../markup/table.tsx';
import { RunName, type ServedPage } from '../layout.tsx';
import { MachineWords, type NumberedMachine } from '../machines.tsx';
import { Panels } from './drawing.tsx';
import { changeIn, changeSentence, changesOf, type HistoryRun, newsOf, type RowChange } from './history.ts';

/** What can be chosen, and what is. */
export interface HistoryChoice {
  readonly cases: readonly string[];
  readonly case: string;
  /** Of the case. */
  readonly all: readonly string[];
  readonly rows: readonly string[];
}

/** More are found in the table. */
const MOST_SENTENCES = 8;

/**
 * @param runs of the case, oldest first; at least one
 * @param machines that they are of
 */
export function historyPage(
  choice: HistoryChoice,
  runs: readonly HistoryRun[],
  machines: readonly NumberedMachine[],
): ServedPage {
  const { rows } = choice;
  const changes = changesOf(runs).filter(({ row }) => rows.includes(row));
  const told = changes.toReversed().map(changeSentence);
  const more = told.splice(MOST_SENTENCES).length;
  const columns: PageColumn<HistoryRun>[] = [
    {
      head: 'run',
      names: true,
      cell: (run) => (
        <>
          <RunName run={run} label={run.label} />
          {run.figures === null && <span class="bad">can't be read</span>}
        </>
      ),
    },
    ...(machines.length > 1 ? [{ head: 'machine', cell: ({ machine }: HistoryRun) => machine.mark }] : []),
    {
      head: 'what else is new since the run before',
      class: 'prose',
      cell: (run) => newsOf(rows, runs, run).join(', '),
    },
    ...rows.map((row) => ({
      head: row,
      class: 'number',
      cell: (run: HistoryRun) => rowCell(run, row, changeIn(changes, run, row)),
    })),
  ];
  const content = (
    <>
      <Picker {...choice} />
      {changes.length === 0 && <p>No row changed from one run to the next, as far as can be told.</p>}
      <List items={more > 0 ? [...told, `${more} more in the table`] : told} />
      <Panels rows={rows} runs={runs} changes={changes} />
      <p class="note dim">
        Time relative to the baseline of each run, which was measured in the same minutes; higher is slower. A
        triangle marks a run that differs from the one before on the same machine: filled where that is
        established, hollow and with ~ where it is likely.
      </p>
      <MachineWords machines={machines} />
      <PageTable
        class="opening"
        caption={`${choice.case}, newest first`}
        columns={columns}
        rows={runs.toReversed()}
      />
    </>
  );
  return { title: `History of ${choice.case}`, content, place: '/history' };
}

function Picker({ cases, case: title, all, rows }: HistoryChoice): VNode {
  return (
    <form class="filters line" method="get" action="/history">
      <label>
        <span class="field">case</span>
        <select name="case">
          {cases.map((one) => (
            <option key={one} selected={one === title}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button">
        Show
      </button>
      <details>
        <summary>
          rows: {rows.length} of {all.length}
        </summary>
        <div class="line">
          {all.map((row) => (
            <label key={row}>
              <input type="checkbox" name="row" value={row} checked={rows.includes(row)} />
              {row}
            </label>
          ))}
        </div>
      </details>
    </form>
  );
}

function rowCell({ figures }: HistoryRun, row: string, change: RowChange | undefined): ComponentChildren {
  const found = figures?.rows.get(row);
  if (found === undefined) return null;
  if (typeof found === 'string') return <span class="bad">{found}</span>;
  return (
    <>
      {ratio(found.ratio)} <span class="dim">{interval(found.ratio)}</span>
      <div class="dim">
        {singleTime(found.nsPerOp.estimate)}, rank {found.rank}
      </div>
      {change && (
        <strong class={change.finding}>
          {markOf(change.grade)}
          {changeText(change.change)}
        </strong>
      )}
    </>
  );
}

import type { ComponentChildren, VNode } from 'preact';
import { caseName } from '../../define/names.ts';
import { type Domain, logDomain, logTicks, plainNumber } from '../../report/charts/ticks.ts';
import { changeText } from '../../report/compare/wording.ts';
import { interval, markOf, ratio, singleTime } from '../../report/numbers.ts';
import { groupBy } from '../../stats/group-by.ts';
import { runLabels } from '../../store/record/run-label.ts';
import { List, type PageColumn, PageTable } from '../markup/blocks.tsx';
import type { RankedFigures, RunFigures } from './figures.ts';
import { changeSentence, changesOf, type HistoryRun, newsOf, type RowChange, rankedIn } from './history.ts';
import { MachineWords, machinesOf, messagePage, RunName, type ServedPage } from './layout.tsx';
import type { RunEntry } from './source.ts';

interface HistoryChoice {
  readonly cases: readonly string[];
  readonly case: string;
  readonly all: readonly string[];
  readonly rows: readonly string[];
}

const MOST_SENTENCES = 8;

function historyPage(
  choice: HistoryChoice,
  runs: readonly HistoryRun[],
  machines: readonly HistoryRun['machine'][],
): ServedPage {
  const { rows } = choice;
  const changes = changesOf(runs).filter(({ row }) => rows.includes(row));
  const sentences = changes.toReversed().map(changeSentence);
  const more = sentences.splice(MOST_SENTENCES).length;
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
    { head: 'new versions', class: 'prose', cell: (run) => newsOf(rows, runs, run).join(', ') },
    ...rows.map((row) => ({
      head: row,
      class: 'number',
      cell: (run: HistoryRun) => rowCell(run, row, changeIn(changes, run, row)),
    })),
  ];
  const content = (
    <>
      <Picker {...choice} />
      {changes.length === 0 && <p>No changes found between these runs.</p>}
      <List items={more > 0 ? [...sentences, `${more} more in the table`] : sentences} />
      {panels(rows, runs, changes)}
      <p class="note dim">
        Time relative to the baseline of each run, which was measured in the same minutes; higher is slower. A
        triangle marks a run that differs from the one before on the same machine: filled if the change is
        established, hollow and with ~ if it is likely.
      </p>
      <MachineWords machines={machines} />
      <PageTable caption={`${choice.case}, newest first`} columns={columns} rows={runs.toReversed()} />
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

function changeIn(changes: readonly RowChange[], run: HistoryRun, row: string): RowChange | undefined {
  return changes.find((one) => one.row === row && one.after === run);
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

const SIZE = { width: 300, height: 110 };
const MARGIN = { left: 40, right: 12, top: 8, bottom: 8 };
const MOST_TICKS = 6;

interface Point {
  readonly run: HistoryRun;
  readonly figures: RankedFigures;
  readonly x: number;
  readonly change: RowChange | undefined;
}

function panels(rows: readonly string[], runs: readonly HistoryRun[], changes: readonly RowChange[]): VNode {
  const lines = rows.map((row) => ({ row, points: pointsOf(row, runs, changes) }));
  const ratios = lines.flatMap(({ points }) => points.map(({ figures }) => figures.ratio));
  const domain = logDomain([
    1,
    ...ratios.flatMap(({ estimate, low, high }) => [low ?? estimate, high ?? estimate]),
  ]);
  return (
    <div class="panels">
      {lines.map(({ row, points }) => (
        <figure key={row}>
          <figcaption>
            <strong>{row}</strong> {points.at(-1)?.figures.said}
          </figcaption>
          <Panel row={row} points={points} domain={domain} />
          <div class="ends dim">
            <span>{runs[0]!.label}</span>
            <span>{runs.length > 1 && runs.at(-1)!.label}</span>
          </div>
        </figure>
      ))}
    </div>
  );
}

function pointsOf(row: string, runs: readonly HistoryRun[], changes: readonly RowChange[]): Point[] {
  const step = (SIZE.width - MARGIN.left - MARGIN.right) / Math.max(1, runs.length - 1);
  return runs.flatMap((run, i) => {
    const figures = rankedIn(run, row);
    if (figures === null) return [];
    return [{ run, figures, x: MARGIN.left + i * step, change: changeIn(changes, run, row) }];
  });
}

/** A chart of one row's ratios; higher is slower. A line joins the runs of the same machine. */
function Panel({ row, points, domain }: { row: string; points: readonly Point[]; domain: Domain }): VNode {
  const ticks = new Set([1, ...logTicks(domain, MOST_TICKS)]);
  const y = (value: number) => {
    const share = Math.log(value / domain[0]) / Math.log(domain[1] / domain[0]);
    return SIZE.height - MARGIN.bottom - share * (SIZE.height - MARGIN.top - MARGIN.bottom);
  };
  const mark = ({ run, figures, x, change }: Point) => {
    const { estimate, low, high } = figures.ratio;
    const at = y(estimate);
    const tip = change?.finding === 'slower' ? -6 : 6;
    const label = `${run.label}: ${ratio(figures.ratio)} ${interval(figures.ratio)}, ${figures.said}`;
    return (
      <g key={run.key} class={change && `${change.finding} ${change.grade}`}>
        <title>{label}</title>
        {low !== null && high !== null && <line class="interval" x1={x} x2={x} y1={y(low)} y2={y(high)} />}
        {change ? <path d={`M${x} ${at + tip}l5 ${-1.6 * tip}h-10z`} /> : <circle cx={x} cy={at} r={2.5} />}
      </g>
    );
  };
  const label = `${row}, time relative to the baseline in ${points.length} runs`;
  return (
    <svg class="panel" {...SIZE} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
      {[...ticks].map((tick) => (
        <g key={tick}>
          <line class={tick === 1 ? 'one' : ''} x1={MARGIN.left} x2={SIZE.width} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 8} y={y(tick) + 4} text-anchor="end">
            {plainNumber(tick)}
          </text>
        </g>
      ))}
      {[...groupBy(points, ({ run }) => run.machine).values()].map((own) => (
        <polyline
          key={own[0]!.run.key}
          points={own.map(({ x, figures }) => `${x},${y(figures.ratio.estimate)}`).join(' ')}
        />
      ))}
      {points.map(mark)}
    </svg>
  );
}

const MOST_ROWS = 6;

/** @param entries newest first @param query of the address; missing and unknown values get defaults */
export function historyOf(
  entries: readonly RunEntry[],
  query: URLSearchParams,
  figuresOf: (run: RunEntry) => RunFigures | string,
  hint: string,
): ServedPage {
  const cases = casesOf(entries);
  // The default is the case that most runs have; of several, the one that the newest run has.
  const [most] = [...cases].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return messagePage('History', hint);
  const asked = query.get('case') ?? '';
  const title = cases.has(asked) ? asked : most[0];
  // A suite may have a case twice.
  const runs = [...new Set(cases.get(title)!.map(({ run }) => run))].reverse();
  const machines = machinesOf(entries);
  const labels = runLabels(runs.map(({ record }) => record));
  const measured = runs.map((run, i): HistoryRun => {
    const read = figuresOf(run);
    const machine = machines.find((one) => one.runs.includes(run))!;
    const figures = typeof read === 'string' ? null : read.get(title)!;
    return { key: run.key, label: labels[i]!, record: run.record, machine, figures };
  });
  const known = [...new Set(measured.flatMap(({ figures }) => [...(figures?.rows.keys() ?? [])]))].sort();
  // Rows that were never ranked are left out, unless no row ever was.
  const ranked = known.filter((row) => measured.some((run) => rankedIn(run, row) !== null));
  const all = ranked.length > 0 ? ranked : known;
  const chosen = query.getAll('row').filter((row) => all.includes(row));
  const rows = chosen.length > 0 ? chosen : bestRows(measured, all);
  const used = machines.filter((machine) => measured.some((run) => run.machine === machine));
  return historyPage({ cases: [...cases.keys()].sort(), case: title, all, rows }, measured, used);
}

function casesOf(entries: readonly RunEntry[]) {
  const ended = entries.filter(({ state }) => state !== 'running');
  const found = ended.flatMap((run) => run.record.cases.map((one) => ({ title: caseName(one), run })));
  return groupBy(found, ({ title }) => title);
}

function bestRows(runs: readonly HistoryRun[], all: readonly string[]): string[] {
  const newest = runs.findLast(({ figures }) => figures && figures.baseline !== null);
  if (newest === undefined) return all.slice(0, MOST_ROWS);
  const { rows, baseline } = newest.figures!;
  const best = [...rows.keys()].filter((row) => row !== baseline && rankedIn(newest, row)?.isLibrary);
  return best.length > 0 ? best.slice(0, MOST_ROWS) : [baseline!];
}

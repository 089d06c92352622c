import type { ComponentChildren, VNode } from 'preact';
import { caseName } from '../../define/names.ts';
import { type Domain, logPlace, logTicks, ratioDomain } from '../../report/charts/ticks.ts';
import { changeText } from '../../report/compare/wording.ts';
import { counted, interval, markOf, ratio, singleTime } from '../../report/numbers.ts';
import { groupBy } from '../../stats/group-by.ts';
import { runLabels } from '../../store/record/run-label.ts';
import { List, type PageColumn, PageTable } from '../markup/blocks.tsx';
import { levels, percents } from '../run/bar.tsx';
import type { ReadFigures } from './figures.ts';
import { changesOf, type HistoryRun, newsOf, type RowChange, rankedIn } from './history.ts';
import { MachineWords, machinesOf, messagePage, RunName, type ServedPage } from './layout.tsx';
import type { RunEntry } from './source.ts';

interface HistoryChoice {
  readonly cases: readonly string[];
  readonly case: string;
  readonly all: readonly string[];
  readonly rows: readonly string[];
  /** Row that all ratios are relative to; null if no row was ranked in any run. */
  readonly baseline: string | null;
  readonly open: boolean;
}

const MOST_SENTENCES = 8;

function historyPage(choice: HistoryChoice, runs: readonly HistoryRun[]): ServedPage {
  const { rows, baseline } = choice;
  const machines = [...new Set(runs.map(({ machine }) => machine))];
  const lacking = runs.filter(({ figures }) => figures && figures.baseline === null).length;
  const { changes, sentences } = changesOf(runs, rows);
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
      label: row,
      class: 'number',
      cell: (run: HistoryRun) => rowCell(run, row, changeIn(changes, run, row)),
    })),
  ];
  const content = (
    <>
      <Picker {...choice} />
      <List items={more > 0 ? [...sentences, `${more} more in the table`] : sentences} />
      {panels(rows, runs, changes)}
      <p class="note dim">
        {baseline && `Time relative to ${baseline} in the same minutes; higher is slower. `}
        {lacking > 0 && `${counted(lacking, 'run')} without it ${lacking === 1 ? 'has' : 'have'} no ratios. `}
        A colored mark is a run that differs from the one before in its series: filled if the change is
        established, hollow and with ~ if it is likely. Lines join the runs of a series. Another kind of
        machine, or one with other processors, memory, governor or system, starts a new series.
      </p>
      <MachineWords machines={machines} />
      <PageTable
        class="compact"
        caption={`${choice.case}, newest first`}
        columns={columns}
        rows={runs.toReversed()}
      />
    </>
  );
  return { title: `History of ${choice.case}`, content, place: '/history' };
}

function Picker({ cases, case: title, all, rows, open }: HistoryChoice): VNode {
  return (
    <form class="filters line" method="get" action="/history">
      <label>
        case
        <select name="case">
          {cases.map((one) => (
            <option key={one} selected={one === title}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit">Show</button>
      </noscript>
      <details open={open}>
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
      {found.ratio && ratio(found.ratio)} <span class="dim">{found.ratio && interval(found.ratio)}</span>
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

const MOST_TICKS = 6;

function panels(rows: readonly string[], runs: readonly HistoryRun[], changes: readonly RowChange[]): VNode {
  const lines = rows.map((row) => ({ row, points: pointsOf(row, runs, changes) }));
  const domain = ratioDomain(lines.flatMap(({ points }) => points.map(({ ratio }) => ratio)));
  return (
    <div class="panels">
      {lines.map(({ row, points }) => (
        <figure key={row}>
          <figcaption>
            <strong>{row}</strong> {points.at(-1)?.said}
          </figcaption>
          {panel(row, points, domain)}
          <div class="line ends dim">
            <span>{runs[0]!.label}</span>
            <span>{runs.length > 1 && runs.at(-1)!.label}</span>
          </div>
        </figure>
      ))}
    </div>
  );
}

function pointsOf(row: string, runs: readonly HistoryRun[], changes: readonly RowChange[]) {
  return runs.flatMap((run, i) => {
    const { ratio = null, said = '' } = rankedIn(run, row) ?? {};
    const x = percents(0.02 + (0.96 * i) / Math.max(1, runs.length - 1));
    return ratio ? [{ run, ratio, said, x, change: changeIn(changes, run, row) }] : [];
  });
}

function panel(row: string, points: ReturnType<typeof pointsOf>, domain: Domain): VNode {
  const y = (value: number) => percents(1 - logPlace(value, domain));
  const label = `${row}, time relative to the baseline in ${points.length} runs`;
  return (
    <svg class="scatter" role="img" aria-label={label}>
      {levels(new Set([1, ...logTicks(domain, MOST_TICKS)]), y)}
      {[...groupBy(points, ({ run }) => run.machine).values()].flatMap((own) =>
        own.slice(1).map((to, i) => {
          const ends = { x1: own[i]!.x, y1: y(own[i]!.ratio.estimate), x2: to.x, y2: y(to.ratio.estimate) };
          return <line key={to.run.key} class="frontier" {...ends} />;
        }),
      )}
      {points.map(({ run, ratio: { low, high, estimate }, ratio: found, said, x, change }) => (
        <g key={run.key} class={change && `${change.finding} ${change.grade}`}>
          <title>{`${run.label}: ${ratio(found)} ${interval(found)} ${said}`.trim()}</title>
          {low !== null && high !== null && <line x1={x} x2={x} y1={y(low)} y2={y(high)} />}
          <circle cx={x} cy={y(estimate)} r={change ? 5 : 2.5} />
        </g>
      ))}
    </svg>
  );
}

const MOST_ROWS = 6;

/**
 * By default, shows libraries of the newest run: at most six, those with ratios in the most runs.
 * @param entries newest first
 * @param query of the address; unknown values are ignored
 * @param hint shown if there are no runs
 */
export function historyOf(
  entries: readonly RunEntry[],
  query: URLSearchParams,
  figuresOf: ReadFigures,
  hint: string,
): ServedPage {
  const ended = entries.filter(({ state }) => state !== 'running');
  const found = ended.flatMap((run) => run.record.cases.map((one) => ({ title: caseName(one), run })));
  const cases = groupBy(found, (one) => one.title);
  // By default, the case that most runs have is shown; of equally frequent cases, the most recent.
  const [most] = [...cases].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return messagePage('History', hint);
  const asked = query.get('case') ?? '';
  const title = cases.has(asked) ? asked : most[0];
  // A run may contain a case twice.
  const runs = [...new Set(cases.get(title)!.map(({ run }) => run))].reverse();
  const machines = machinesOf(entries);
  const labels = runLabels(runs.map(({ record }) => record));
  const figuresIn = (run: RunEntry, baseline?: string) => {
    const read = figuresOf(run, baseline);
    return typeof read === 'string' ? null : read.get(title)!;
  };
  const newest = runs.map((run) => figuresIn(run)).findLast((one) => one && one.baseline !== null);
  const baseline = newest?.baseline ?? null;
  const measured = runs.map((run, i): HistoryRun => {
    const machine = machines.find((one) => one.runs.includes(run))!;
    const figures = figuresIn(run, baseline ?? undefined);
    return { key: run.key, label: labels[i]!, record: run.record, machine, figures };
  });
  const known = [...new Set(measured.flatMap(({ figures }) => [...(figures?.rows.keys() ?? [])]))].sort();
  const ranked = known.filter((row) => measured.some((run) => rankedIn(run, row) !== null));
  const all = ranked.length > 0 ? ranked : known;
  const chosen = query.getAll('row').filter((row) => all.includes(row));
  const count = (row: string) => measured.filter((run) => rankedIn(run, row)?.ratio).length;
  const usual = [...(newest?.rows ?? [])]
    .filter(([row, found]) => typeof found === 'object' && found.isLibrary && row !== baseline)
    .map(([row]) => row)
    .sort((a, b) => count(b) - count(a));
  const rows = chosen.length > 0 ? chosen : (usual.length > 0 ? usual : all).slice(0, MOST_ROWS);
  const choice = { cases: [...cases.keys()].sort(), case: title, all, rows, baseline };
  return historyPage({ ...choice, open: query.has('row') }, measured);
}

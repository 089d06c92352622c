/** The page of a history: what can be picked, and what each run found. */
import type { ComponentChildren, VNode } from 'preact';
import { grouped, interval, ratio, time, timeScale } from '../../../report/text/numbers.ts';
import { drawnColumn } from '../../markup/interval-bar.tsx';
import { type PageColumn, PageTable } from '../../markup/table.tsx';
import { runHref, type ServedPage, When } from '../layout.tsx';
import { MachineWords, type NumberedMachine } from '../machines.tsx';
import { type HistoryOf, type HistoryPoint, type RankedFigures, versionOf } from './history.ts';

/** What can be picked, and what is. */
export interface HistoryChoices {
  readonly rows: readonly string[];
  readonly cases: readonly string[];
  readonly of: HistoryOf | null;
}

/**
 * @param points oldest first; at least one
 * @param machines that they are of
 */
export function historyPage(
  choices: HistoryChoices & { readonly of: HistoryOf },
  points: readonly HistoryPoint[],
  machines: readonly NumberedMachine[],
): ServedPage {
  const { of } = choices;
  const ranked = points.flatMap(({ figures }) => (figures.kind === 'ranked' ? [figures] : []));
  const columns: PageColumn<HistoryPoint>[] = [
    { head: 'run', names: true, cell: runLink },
    ...(machines.length > 1 ? [{ head: 'machine', cell: ({ machine }: HistoryPoint) => machine.mark }] : []),
    ...timeColumns(points),
    figure('ratio', (figures) => `${figures.preliminary ? '~' : ''}${ratio(figures.ratio)}`),
    drawnColumn(ranked, ({ figures }) => (figures.kind === 'ranked' ? figures : null)),
    figure('interval of ratio', (figures) => interval(figures.ratio)),
    { ...figure('relative to', ({ baseline }) => baseline), class: 'left' },
    { head: 'version', cell: ({ record }) => versionOf(record, of.row) },
    { head: 'changed since the run before', class: 'prose', cell: changesAndReason },
  ];
  const content = (
    <>
      <MachineWords machines={machines} />
      <p class="note dim">
        Absolute times drift even on one machine, by several percent from day to day. A ratio was measured in
        the same minutes as its baseline and is steadier; ~ marks one of fewer than ten whole rounds. What
        changed is told since the run before on the same machine.
      </p>
      <PageTable
        caption={`${of.row} on ${of.case}, newest first`}
        columns={columns}
        rows={points.toReversed()}
      />
    </>
  );
  return pageOf(`History of ${of.row}, ${of.case}`, choices, content);
}

/** While the runs are read for the first time: it renews itself until the history is there. */
export function readingPage(read: number, all: number): ServedPage {
  const content = (
    <p class="note">
      Reading the runs: {read} of {all} so far. They are read once, and again only when they change.
    </p>
  );
  return { title: 'History', content, place: '/history', renews: 2 };
}

/** @param why there is nothing to show */
export function emptyHistoryPage(why: string, choices: Pick<HistoryChoices, 'rows' | 'cases'>): ServedPage {
  return pageOf('History', { ...choices, of: null }, <p class="note">{why}</p>);
}

function pageOf(title: string, { rows, cases, of }: HistoryChoices, found: VNode): ServedPage {
  const content = (
    <>
      {rows.length > 0 && (
        <form class="picker line" method="get" action="/history">
          <Select name="row" label="serializer" options={rows} chosen={of?.row} />
          <Select name="case" label="case" options={cases} chosen={of?.case} />
          <button type="submit" class="button">
            Show
          </button>
        </form>
      )}
      {found}
    </>
  );
  return { title, content, place: '/history', renews: null };
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: string | undefined;
}

function Select({ name, label, options, chosen }: SelectProps): VNode {
  return (
    <label>
      <span class="field">{label}</span>
      <select name={name}>
        {options.map((option) => (
          <option key={option} value={option} selected={option === chosen}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

function timeColumns(points: readonly HistoryPoint[]): PageColumn<HistoryPoint>[] {
  const scale = timeScale(
    points.flatMap(({ figures }) => (figures.kind === 'ranked' ? [figures.nsPerOp.estimate] : [])),
  );
  const spelled = (ns: number) => grouped(ns / scale.ns, scale.decimals);
  return [
    figure('time', ({ nsPerOp }) => time(nsPerOp.estimate, scale)),
    // In the unit of the time beside it.
    figure('interval of time', ({ nsPerOp: { low, high } }) =>
      low === null || high === null ? '' : `[${spelled(low)}, ${spelled(high)}]`,
    ),
  ];
}

function figure(head: string, text: (figures: RankedFigures) => string): PageColumn<HistoryPoint> {
  return { head, class: 'number', cell: ({ figures }) => (figures.kind === 'ranked' ? text(figures) : null) };
}

function runLink({ key, record }: HistoryPoint): VNode {
  return (
    <a href={runHref(key)}>
      <When at={record.startedAt} />
    </a>
  );
}

function changesAndReason({ figures, changes }: HistoryPoint): ComponentChildren {
  return [
    changes.join(', '),
    figures.kind === 'unranked' && (
      <div class="bad">
        {figures.verdict}: {figures.reason}
      </div>
    ),
  ];
}

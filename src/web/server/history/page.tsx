/** The page of a history: what can be picked, the charts, and the same figures as tables. */
import type { ComponentChildren, VNode } from 'preact';
import { grouped, interval, ratio, time, timeScale } from '../../../report/text/numbers.ts';
import { runHref, type ServedPage, When } from '../layout.tsx';
import { type PageColumn, PageTable } from '../table.tsx';
import { type HistoryOf, type HistoryPoint, type RankedFigures, versionOf } from './history.ts';

export interface HistoryMachine {
  /** `M1: AMD EPYC, 2 cores`. */
  readonly text: string;
  /** Key of one of its runs. */
  readonly key: string;
}

/** What can be picked, and what is. */
export interface HistoryChoices {
  readonly rows: readonly string[];
  readonly cases: readonly string[];
  readonly of: HistoryOf | null;
  /** In the order of their first runs. */
  readonly machines: readonly HistoryMachine[];
  readonly machine: HistoryMachine | null;
}

export interface HistoryPart {
  /** Oldest first; at least one. */
  readonly points: readonly HistoryPoint[];
  /** Null where there is nothing to draw. */
  readonly charts: readonly (VNode | null)[];
}

/** @param everywhere on all machines, where there are several; the ratios only */
export function historyPage(
  choices: HistoryChoices & { readonly of: HistoryOf },
  onOne: HistoryPart,
  everywhere: HistoryPart | null,
): ServedPage {
  const { of, machines } = choices;
  const about = `${of.row} on ${of.case}`;
  const content = (
    <>
      <section>
        <h2>Time and ratio on one machine</h2>
        <p class="note dim">
          {runsText(onOne)} on machines that are comparable by what they recorded:{' '}
          {onOne.points[0]!.machine.name}. Absolute times drift even on one machine, by several percent from
          day to day: the ratio, which was measured in the same minutes as its baseline, is the steadier of
          the two.
        </p>
        {onOne.charts}
        <HistoryTable caption={`${about}, newest first`} of={of} part={onOne} first={timeColumns(onOne)} />
      </section>
      {everywhere !== null && (
        <section>
          <h2>Ratio on all machines</h2>
          <p class="note dim">
            {runsText(everywhere)} on {machines.length} machines. Their times can't be compared, and aren't
            shown; ratios can, but may differ from machine to machine.
          </p>
          {everywhere.charts}
          <HistoryTable
            caption={`${about}, on all machines, newest first`}
            of={of}
            part={everywhere}
            first={[{ head: 'machine', cell: ({ machine }) => machine.mark }]}
          />
        </section>
      )}
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
  const picked = { ...choices, of: null, machines: [], machine: null };
  return pageOf('History', picked, <p class="note">{why}</p>);
}

function pageOf(title: string, choices: HistoryChoices, found: VNode): ServedPage {
  const content = (
    <>
      {choices.rows.length > 0 && <Picker {...choices} />}
      {found}
    </>
  );
  return { title, content, place: '/history', renews: null };
}

function Picker({ rows, cases, of, machines, machine }: HistoryChoices): VNode {
  return (
    <form class="picker" method="get" action="/history">
      <Select name="row" label="serializer" options={rows} chosen={of?.row} />
      <Select name="case" label="case" options={cases} chosen={of?.case} />
      {machines.length > 1 && (
        <Select
          name="machine"
          label="machine"
          options={machines.map(({ key }) => key)}
          texts={machines.map(({ text }) => text)}
          chosen={machine?.key}
        />
      )}
      <button type="submit" class="button">
        Show
      </button>
    </form>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly texts?: readonly string[];
  readonly chosen: string | undefined;
}

function Select({ name, label, options, texts = options, chosen }: SelectProps): VNode {
  return (
    <label>
      {label}
      <select name={name}>
        {options.map((option, i) => (
          <option key={option} value={option} selected={option === chosen}>
            {texts[i]}
          </option>
        ))}
      </select>
    </label>
  );
}

function timeColumns({ points }: HistoryPart): PageColumn<HistoryPoint>[] {
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

interface HistoryTableProps {
  readonly caption: string;
  readonly of: HistoryOf;
  readonly part: HistoryPart;
  /** Between the run and its ratio. */
  readonly first: readonly PageColumn<HistoryPoint>[];
}

function HistoryTable({ caption, of, part, first }: HistoryTableProps): VNode {
  const columns: PageColumn<HistoryPoint>[] = [
    { head: 'run', cell: runLink },
    ...first,
    figure('ratio', (figures) => `${figures.preliminary ? '~' : ''}${ratio(figures.ratio)}`),
    figure('interval of ratio', (figures) => interval(figures.ratio)),
    { ...figure('relative to', ({ baseline }) => baseline), class: 'left' },
    { head: 'version', cell: ({ record }) => versionOf(record, of.row) },
    { head: 'changed since the run before', class: 'prose', cell: changesAndReason },
  ];
  return <PageTable caption={caption} columns={columns} rows={part.points.toReversed()} />;
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

function runsText({ points: { length } }: HistoryPart): string {
  return `${length} run${length === 1 ? '' : 's'}`;
}

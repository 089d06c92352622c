/** The page of a history: what can be picked, the charts, and the same figures as tables. */
import type { VNode } from 'preact';
import { grouped, interval, ratio, type TimeScale, time, timeScale } from '../../../report/text/numbers.ts';
import type { Estimate } from '../../../report/view/rows.ts';
import { runHref, type ServedPage, When } from '../layout.tsx';
import { type HistoryOf, type HistoryPoint, type HistoryRun, versionOf } from './history.ts';

/** A group of machines that are comparable. */
export interface HistoryMachine<Run = HistoryRun> {
  /** How tables call it: `M1`. */
  readonly mark: string;
  readonly name: string;
  /** That have the row, oldest first; at least one. */
  readonly runs: readonly Run[];
}

/** What can be picked, and what is. */
export interface HistoryChoices {
  readonly rows: readonly string[];
  readonly cases: readonly string[];
  readonly of: HistoryOf;
  /** In the order of their first runs. */
  readonly machines: readonly HistoryMachine[];
  /** Index into `machines`. */
  readonly machine: number;
}

export interface HistoryView extends HistoryChoices {
  /** On the machine that was picked, oldest first. */
  readonly points: readonly HistoryPoint[];
  /** On all machines; empty where there is one. */
  readonly everywhere: readonly HistoryPoint[];
  /** Of `points`, and of the ratios everywhere; null where there is nothing to draw. */
  readonly charts: {
    readonly time: VNode | null;
    readonly ratio: VNode | null;
    readonly everywhere: VNode | null;
  };
}

export function historyPage(view: HistoryView): ServedPage {
  const { of, machines, machine, points, everywhere, charts } = view;
  const content = (
    <>
      <Picker {...view} />
      <section>
        <h2>Time and ratio on one machine</h2>
        <p class="note dim">
          {count(points.length, 'run')} on machines that are comparable by what they recorded:{' '}
          {machines[machine]!.name}. Absolute times drift even on one machine, by several percent from day to
          day: the ratio, which was measured in the same minutes as its baseline, is the steadier of the two.
        </p>
        {charts.time}
        {charts.ratio}
        <TimeTable of={of} points={points} />
      </section>
      {everywhere.length > 0 && (
        <section>
          <h2>Ratio on all machines</h2>
          <p class="note dim">
            {count(everywhere.length, 'run')} on {machines.length} machines. Their times can't be compared,
            and aren't shown; ratios can, but may differ from machine to machine.
          </p>
          {charts.everywhere}
          <RatioTable of={of} points={everywhere} machines={machines} />
        </section>
      )}
    </>
  );
  return { title: `History of ${of.row}, ${of.case}`, content, place: '/history', renews: null };
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
export function emptyHistoryPage(
  why: string,
  choices: Pick<HistoryChoices, 'rows' | 'cases'> | null,
): ServedPage {
  const content = (
    <>
      {choices !== null && <Picker {...choices} of={null} machines={[]} machine={0} />}
      <p class="note">{why}</p>
    </>
  );
  return { title: 'History', content, place: '/history', renews: null };
}

type PickerProps = Omit<HistoryChoices, 'of'> & { readonly of: HistoryOf | null };

function Picker({ rows, cases, of, machines, machine }: PickerProps): VNode {
  return (
    <form class="picker" method="get" action="/history">
      <Select name="row" label="serializer" options={rows} chosen={of?.row ?? null} />
      <Select name="case" label="case" options={cases} chosen={of?.case ?? null} />
      {machines.length > 1 && (
        <Select
          name="machine"
          label="machine"
          options={machines.map(({ runs }) => runs[0]!.key)}
          texts={machines.map(({ mark, name }) => `${mark}: ${name}`)}
          chosen={machines[machine]!.runs[0]!.key}
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
  readonly chosen: string | null;
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

interface PointsProps {
  readonly of: HistoryOf;
  readonly points: readonly HistoryPoint[];
}

function TimeTable({ of, points }: PointsProps): VNode {
  const times = points.flatMap(({ figures }) =>
    figures.kind === 'ranked' ? [figures.nsPerOp.estimate] : [],
  );
  const scale = times.length === 0 ? null : timeScale(times);
  return (
    <HistoryTable
      caption={`${of.row} on ${of.case}, newest first`}
      heads={['time', 'interval of time']}
      of={of}
      points={points}
    >
      {({ nsPerOp }) => [time(nsPerOp.estimate, scale!), timeInterval(nsPerOp, scale!)]}
    </HistoryTable>
  );
}

function RatioTable({ of, points, machines }: PointsProps & Pick<HistoryChoices, 'machines'>): VNode {
  return (
    <HistoryTable
      caption={`${of.row} on ${of.case}, on all machines, newest first`}
      heads={['machine']}
      of={of}
      points={points}
    >
      {(_, { machine }) => [machines[machine]!.mark]}
    </HistoryTable>
  );
}

type Ranked = Extract<HistoryPoint['figures'], { kind: 'ranked' }>;

interface HistoryTableProps extends PointsProps {
  readonly caption: string;
  /** Of the columns between the run and its ratio. */
  readonly heads: readonly string[];
  readonly children: (figures: Ranked, point: HistoryPoint) => readonly string[];
}

function HistoryTable({ caption, heads, of, points, children: cells }: HistoryTableProps): VNode {
  const figures = heads.length + 3;
  return (
    <div class="scroll">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">run</th>
            {[...heads, 'ratio', 'interval of ratio'].map((head) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
            <th scope="col">relative to</th>
            <th scope="col">version</th>
            <th scope="col" class="prose">
              changed since the run before
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.key}>
              <th scope="row" class="name">
                <a href={runHref(point.key)}>
                  <When at={point.record.startedAt} />
                </a>
              </th>
              {point.figures.kind === 'ranked' ? (
                <Figures figures={point.figures} first={cells(point.figures, point)} />
              ) : (
                <td class="bad" colSpan={figures}>
                  {point.figures.verdict}: {point.figures.reason}
                </td>
              )}
              <td>{versionOf(point.record, of.row) ?? ''}</td>
              <td class="prose">{point.changes.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ figures, first }: { figures: Ranked; first: readonly string[] }): VNode {
  const texts = [
    ...first,
    `${figures.preliminary ? '~' : ''}${ratio(figures.ratio)}`,
    interval(figures.ratio),
  ];
  return (
    <>
      {texts.map((text, i) => (
        <td key={i} class="number">
          {text}
        </td>
      ))}
      <td>{figures.baseline}</td>
    </>
  );
}

/** `[850, 910]`, in the unit of the time beside it. */
function timeInterval({ low, high }: Estimate, { ns, decimals }: TimeScale): string {
  if (low === null || high === null) return '';
  return `[${grouped(low / ns, decimals)}, ${grouped(high / ns, decimals)}]`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

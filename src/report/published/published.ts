/**
 * A suite's published table held against a run. The page was measured on another machine: only ratios and ranks are
 * compared, and a published row that did other work says so.
 */
import { type PublishedFigure, RANKED_METRICS, RATE_UNITS } from '../../define/published-figure.ts';
import { kendallOfOrders, spearman } from '../../stats/correlation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { holdAllocations } from './allocations.ts';
import { absence, differentWork, findCase, type Held, otherVersion } from './causes.ts';
import { hasOtherPlace } from './place.ts';

export type { PublishedFigure } from '../../define/published-figure.ts';

export type PublishedTable = ReturnType<typeof holdTable>;
export type PublishedRow = PublishedTable['rows'][number];
export type PublishedSizeRow = PublishedTable['sizes'][number];
export type Agreement = PublishedTable['agreement'];

/** Tables whose case isn't in the run are left out: there is nothing to hold them against. */
export function holdAgainst(view: RunView): PublishedTable[] {
  const { published: figures = [] } = view;
  const titles = [...new Set(figures.map(({ table }) => table))];
  return titles.flatMap((title) => {
    const own = figures.filter(({ table }) => table === title);
    const { dataset, size, task } = own[0]!;
    const found = findCase(view, { dataset, size, task });
    return found ? [holdTable(view, found, title, own)] : [];
  });
}

function holdTable(view: RunView, one: CaseView, title: string, figures: readonly PublishedFigure[]) {
  const timed = figures
    .filter(({ metric }) => RANKED_METRICS.includes(metric))
    .sort((a, b) => cost(a) - cost(b));
  const baseline = commonBaseline(one, timed);
  const rows = baseline ? holdRows({ view, one, timed, baseline }) : [];
  const whole = new Set(timed.filter(({ work, task }) => work === task).map(({ serializer }) => serializer));
  const { dataset, size, task } = one;
  return {
    title,
    dataset,
    size,
    task,
    // Name of the row that both sides' ratios are relative to; null for a table without times.
    baseline: baseline?.serializer ?? null,
    // As on the page, fastest first; empty for a table without times.
    rows,
    agreement: agreementOf(rows, one),
    // Over those that did the whole task on the page.
    sameWork: agreementOf(
      rows.filter(({ name }) => whole.has(name)),
      one,
    ),
    sizes: holdSizes(one, figures),
    allocations: holdAllocations(one, figures),
  };
}

/** Rank correlation of the published ratios with the ranks here, over the rows that have both; null where it isn't defined. */
function agreementOf(rows: ReturnType<typeof holdRows>, { ranked }: CaseView) {
  const both = rows.flatMap(({ name, published, measured }) =>
    measured ? [{ name, ratio: published.ratio, place: (measured.rank + measured.last) / 2 }] : [],
  );
  const beatenBy = new Map(ranked.map((row) => [row.name, row.beatenBy]));
  const beats = (i: number, j: number) => Number(beatenBy.get(both[j]!.name)!.includes(both[i]!.name));
  const [ratios, places] = [both.map(({ ratio }) => ratio), both.map(({ place }) => place)];
  const there = (i: number, j: number) => Math.sign(ratios[i]! - ratios[j]!);
  // Rows that this run can't tell apart have no order here.
  const here = (i: number, j: number) => beats(j, i) - beats(i, j);
  return {
    rows: both.length,
    spearman: spearman(ratios, places),
    kendall: kendallOfOrders(both.length, there, here),
  };
}

/** Relative time: lower is faster, whatever the unit. Comparable within one table only. */
function cost({ value, unit }: PublishedFigure): number {
  return RATE_UNITS.includes(unit) ? 1 / value : value;
}

/** The run's baseline if the page has it, else the page's fastest row that is ranked here and did the work it claims. */
function commonBaseline(one: CaseView, timed: readonly PublishedFigure[]): PublishedFigure | undefined {
  const ranked = (figure: PublishedFigure) => one.ranked.some(({ name }) => name === figure.serializer);
  return (
    timed.find(({ serializer }) => serializer === one.baseline) ??
    timed.find((figure) => ranked(figure) && figure.work === figure.task) ??
    timed.find(ranked) ??
    timed[0]
  );
}

interface Timings {
  readonly view: RunView;
  readonly one: CaseView;
  /** Fastest first. */
  readonly timed: readonly PublishedFigure[];
  readonly baseline: PublishedFigure;
}

function holdRows({ view, one, timed, baseline }: Timings) {
  const reference = one.ranked.find(({ name }) => name === baseline.serializer);
  const common = one.ranked.filter(({ name }) => timed.some(({ serializer }) => serializer === name));
  const before = (figure: PublishedFigure, others: readonly PublishedFigure[]) =>
    1 + others.filter((other) => cost(other) < cost(figure)).length;
  const there = timed.filter(({ serializer }) => common.some(({ name }) => name === serializer));
  return timed.map((figure) => {
    const own = common.find(({ name }) => name === figure.serializer);
    const measured = own && reference ? measuredPlace(one, own, common, reference) : null;
    const published = {
      rank: before(figure, timed),
      // Among the rows that are ranked on both sides; null where this one isn't.
      common: measured && before(figure, there),
      ratio: cost(figure) / cost(baseline),
    };
    const held: Held = { view, one, figure, own, reference, ratio: measured?.ratio ?? null };
    const { label, serializer: name } = figure;
    return { label, name, published, measured, ...explained(held, published, measured) };
  });
}

/**
 * Its place is among the rows that are ranked on both sides: from one more than those that beat it to before all that it
 * beats. Where the two differ, this run doesn't tell which it is.
 */
function measuredPlace(one: CaseView, own: RankedRow, common: readonly RankedRow[], reference: RankedRow) {
  const rank = 1 + common.filter(({ name }) => own.beatenBy.includes(name)).length;
  const last = common.length - common.filter(({ beatenBy }) => beatenBy.includes(own.name)).length;
  return {
    rank,
    last,
    tied: last > rank,
    ratio: own.ratio.estimate / reference.ratio.estimate,
    // Null where the run's own ratios are relative to another row, and for that row itself.
    interval: own !== reference && reference.name === one.baseline ? own.ratio : null,
  };
}

/** From a quarter on, a change is worth a word. */
const WORTH_A_WORD = 1.25;

function explained(
  held: Held,
  published: { readonly common: number | null; readonly ratio: number },
  measured: ReturnType<typeof measuredPlace> | null,
) {
  const change = measured === null ? 1 : measured.ratio / published.ratio;
  const far = change >= WORTH_A_WORD || change <= 1 / WORTH_A_WORD;
  const moved = measured !== null && (far || hasOtherPlace({ published, measured }));
  const work = differentWork(held);
  const noted = work.length === 0 && held.figure.note !== '' ? [held.figure.note] : [];
  const how = work.length === 0 && far ? [`same work, ${farther(change)} beside the baseline`] : [];
  const version = moved ? otherVersion(held) : [];
  return {
    // It has another place here than any that this run leaves open, or a ratio that is at least a quarter more or less.
    moved,
    // Why, as far as it is known.
    causes: [...work, ...noted, ...how, ...version],
    // In short.
    explanation: [...work, ...noted, ...how.map((text) => `${text} than published`)].join('; '),
  };
}

function farther(change: number): string {
  return change > 1 ? `${change.toFixed(1)}x slower` : `${(1 / change).toFixed(1)}x faster`;
}

function holdSizes(one: CaseView, figures: readonly PublishedFigure[]) {
  const sized = figures.filter(({ metric }) => metric === 'bytes' || metric === 'gzip');
  return [...new Set(sized.map(({ serializer }) => serializer))].map((name) => {
    const own = sized.filter(({ serializer }) => serializer === name);
    const value = (metric: string) => own.find((figure) => figure.metric === metric)?.value ?? null;
    const measured = one.ranked.find((row) => row.name === name)?.sizes ?? null;
    const notes = [...new Set(own.map(({ note }) => note).filter((note) => note !== ''))];
    if (measured === null) notes.push(absence(one, name));
    const { label } = own[0]!;
    return {
      label,
      name,
      bytes: value('bytes'),
      gzip: value('gzip'),
      measured,
      explanation: notes.join('; '),
    };
  });
}

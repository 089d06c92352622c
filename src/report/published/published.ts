/**
 * Compares a run with the suite's published tables. These were measured on another machine: only ratios and ranks are
 * compared, of rows that did the same work on both sides.
 */

import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import type { Estimate } from '../../analysis/figures.ts';
import type { Grade } from '../../analysis/finding.ts';
import { type Rank, rankAmong } from '../../analysis/pairs.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import {
  type BYTES_METRICS,
  type Published,
  type PublishedEdition,
  type PublishedFigure,
  RANKED_METRICS,
  RATE_UNITS,
} from '../../define/published-figure.ts';
import { known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import { markOf, saidPlain, threeFigures } from '../numbers.ts';
import { hasOtherPlace, ratioChange, VERSION, WORTH_A_WORD } from './rank-change.ts';

export interface PublishedTable extends Pick<AnalyzedCase, 'dataset' | 'size' | 'task' | 'rounds'> {
  readonly title: string;
  readonly edition: ChosenEdition | null;
  /** Runtimes of its rows if the run has none of them; then nothing is compared. */
  readonly elsewhere: readonly string[];
  /** Name of the row that both ratios are relative to; null for a table without times. */
  readonly baseline: string | null;
  /** In the order of the page, fastest first; empty for a table without times. */
  readonly rows: readonly PublishedRow[];
  readonly amounts: readonly PublishedAmount[];
}

export interface PublishedRow {
  readonly label: string;
  readonly name: string;
  /** The row's task, if both sides differ from the table's; null for most rows. */
  readonly work: PublishedFigure['work'] | null;
  /** `common`: rank among the compared rows; null for others. */
  readonly published: { readonly rank: number; readonly ratio: number; readonly common: number | null };
  readonly measured: MeasuredPlace | null;
  /** Why there is no measured ratio, in a word; null if there is one. */
  readonly absent: string | null;
  /** Why the row couldn't run; null if it ran or the reason is unknown. */
  readonly reason: string | null;
  /** Its rank changed, or its ratio changed much. */
  readonly moved: boolean;
  /** The page's file explains the difference. */
  readonly explained: boolean;
  readonly causes: readonly string[];
}

interface MeasuredPlace extends Rank, Pick<RankedRow, 'disturbed' | 'version'> {
  readonly ratio: number;
  /** Grade of the finding. */
  readonly grade: Grade;
  /** Null for the reference, and where the run's own ratios are relative to another row. */
  readonly interval: Estimate | null;
}

/**
 * Tables whose case isn't in the run are left out.
 *
 * @param asked name of the edition. Default: the nearest
 */
export function compareWithPublished(view: AnalyzedRun, asked?: string): PublishedTable[] {
  const edition = editionFor(view, asked);
  const tables = groupBy(figuresOf(view, edition), ({ table }) => table);
  return [...tables.values()].flatMap((own) => {
    const found = findCase(view, own[0]!, own[0]!.task);
    return found ? [compareTable(view, found, edition, own)] : [];
  });
}

function compareTable(
  view: AnalyzedRun,
  one: AnalyzedCase,
  edition: ChosenEdition | null,
  all: readonly PublishedFigure[],
): PublishedTable {
  const runtimes = [...new Set(all.map(runtimeOf))];
  const elsewhere = view.contenders.some((row) => runtimes.includes(runtimeName(row))) ? [] : runtimes;
  const figures = elsewhere.length > 0 ? [] : all;
  const pairs = figures
    .filter(({ metric }) => RANKED_METRICS.includes(metric))
    .sort((a, b) => cost(a) - cost(b))
    .map((figure): Pair => {
      const like = findCase(view, figure, figure.work);
      return { figure, here: like?.ranked.find(({ name }) => name === figure.serializer) ?? null };
    });
  const reference = referenceOf(pairs, one);
  const { dataset, size, task } = one;
  return {
    title: all[0]!.table,
    edition,
    dataset,
    size,
    task,
    elsewhere,
    rounds: one.rounds,
    baseline: reference?.figure.serializer ?? null,
    rows: reference === undefined ? [] : compareRows(view, one, pairs, reference),
    amounts: compareAmounts(view, one, figures),
  };
}

type Compared = Pair & { readonly here: RankedRow };

function isCompared(pair: Pair): pair is Compared {
  return pair.here !== null;
}

/** Relative time within one table: lower is faster in every unit. */
function cost({ value, unit }: PublishedFigure): number {
  return RATE_UNITS.includes(unit) ? 1 / value : value;
}

/**
 * The run's baseline if it did the complete task on the page, else the fastest row there that did. Compared rows come first;
 * rows with invalid output are never used.
 */
function referenceOf(pairs: readonly Pair[], one: AnalyzedCase): Pair | undefined {
  const baselines = [one.baseline, one.plannedBaseline];
  const valid = pairs.filter(({ figure }) => figure.work !== 'invalid');
  const whole = valid.filter(({ figure }) => figure.work === figure.task);
  const best = (among: readonly Pair[]) =>
    baselines.flatMap((name) => among.find(({ figure }) => figure.serializer === name) ?? [])[0] ?? among[0];
  return best(whole.filter(isCompared)) ?? valid.find(isCompared) ?? best(whole) ?? valid[0];
}

/**
 * Grade of "a is faster than b" in this run. Rows of two tasks weren't timed in the same minutes: the intervals of their times
 * must not overlap.
 */
function beats(a: RankedRow, b: RankedRow): Grade {
  if (a.task === b.task) {
    if (b.beatenBy.includes(a.name)) return 'established';
    return b.probablyBeatenBy.includes(a.name) ? 'likely' : 'unclear';
  }
  const apart = a.nsPerOp.high !== null && b.nsPerOp.low !== null && a.nsPerOp.high < b.nsPerOp.low;
  if (!apart) return 'unclear';
  return a.disturbed || b.disturbed ? 'likely' : 'established';
}

function compareRows(
  view: AnalyzedRun,
  one: AnalyzedCase,
  pairs: readonly Pair[],
  reference: Pair,
): PublishedRow[] {
  const compared = pairs.filter(isCompared);
  const before = ({ figure }: Pair, others: readonly Pair[]) =>
    1 + others.filter((other) => cost(other.figure) < cost(figure)).length;
  return pairs.map((pair) => {
    const { figure, here } = pair;
    const measured = here && reference.here ? measuredPlace(here, compared, reference.here) : null;
    const published = {
      rank: before(pair, pairs),
      common: measured && before(pair, compared),
      ratio: cost(figure) / cost(reference.figure),
    };
    const places = { published, measured };
    const moved = ratioChange(places) >= WORTH_A_WORD || hasOtherPlace(places);
    const [absent, reason] = measured === null ? absence(view, figure) : [null];
    return {
      label: figure.label,
      name: figure.serializer,
      work: figure.work === figure.task ? null : figure.work,
      ...places,
      absent,
      reason: reason ?? null,
      moved,
      explained: figure.work === figure.task && figure.note !== '',
      causes: [...causesOf(one, pair, reference.here), ...(moved ? otherVersion(pair) : [])],
    };
  });
}

function measuredPlace(own: RankedRow, compared: readonly Compared[], reference: RankedRow): MeasuredPlace {
  const rows = compared.map(({ here }) => here);
  const rank = rankAmong(own, rows, beats);
  const disturbed = rows.some((row) => row.disturbed);
  // The run compared these two itself.
  const direct = own.task === reference.task && own !== reference && reference.name === own.baseline;
  return {
    ...rank,
    rankLikely: rank.rankLikely || disturbed,
    disturbed,
    version: own.version,
    // Rough for two tasks, which weren't timed in the same minutes.
    ratio: own.nsPerOp.estimate / reference.nsPerOp.estimate,
    grade: own === reference ? 'established' : direct ? own.grade : 'likely',
    interval: direct ? own.ratio : null,
  };
}

/** A published row, and the ranked row here that did the same work. */
interface Pair {
  readonly figure: PublishedFigure;
  readonly here: RankedRow | null;
}

/**
 * @param one the case of the table
 * @param reference the row that ratios refer to, if it is ranked here
 */
function causesOf(one: AnalyzedCase, { figure, here }: Pair, reference: RankedRow | null) {
  const { work, task, note } = figure;
  if (work === task) return notesOf(note);
  const did = here === null ? `the page's row did ${work}` : `${work} on both sides`;
  const wrote = `the page's row ${note || 'wrote no valid document'}`;
  return [`${work === 'invalid' ? wrote : did}${wholeTask(one, figure, reference)}`];
}

function notesOf(note: string): string[] {
  return note.split('; ').filter((text) => text !== '');
}

/** Time of the complete task here, for a row that did other work on the page. */
function wholeTask(
  { ranked }: AnalyzedCase,
  { task, serializer }: PublishedFigure,
  reference: RankedRow | null,
) {
  const own = ranked.find(({ name }) => name === serializer);
  if (own === undefined || own.task !== reference?.task) return '';
  const mark = markOf(own.disturbed ? 'likely' : 'established');
  return `; the whole task (${task}) is ${mark}${saidPlain(own.ratio.estimate / reference.ratio.estimate)} here`;
}

/** @returns why a row has no figure here: a word, and the reason for a failed row */
function absence(view: AnalyzedRun, figure: PublishedFigure): readonly [word: string, reason?: string] {
  const one = findCase(view, figure, figure.work);
  const row = one && allRows(one).find(({ name }) => name === figure.serializer);
  if (figure.work === 'invalid') return ['invalid there'];
  if (row === undefined) return ['not in this run'];
  if (row.kind === 'ranked' || row.kind === 'limit') return ['not counted here'];
  if (row.kind !== 'failed') return ['not measured'];
  const ratio = row.unverified?.ratio;
  const unverified = ratio
    ? `; its unverified time is ${threeFigures(ratio.estimate)}× that of ${one!.baseline}`
    : '';
  return [row.verdict, `${row.reason}${unverified}`];
}

/** @param task the work of the page's row; there is no case for `invalid` */
function findCase({ cases }: AnalyzedRun, { dataset, size }: PublishedFigure, task: PublishedFigure['work']) {
  return cases.find((one) => one.dataset === dataset && one.size === size && one.task === task);
}

function otherVersion({ figure, here }: Pair): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}

/** An edition, and the names of the page's other editions. */
export interface ChosenEdition extends PublishedEdition {
  readonly others: readonly string[];
}

/**
 * The nearest edition: most rows have the same major version as here (the language counts as a row); among equals the newest.
 *
 * @param asked name of an edition to use instead
 */
function editionFor(view: AnalyzedRun, asked?: string): ChosenEdition | null {
  const { editions = [] } = view;
  const near = editions.map((one) => nearness(view, one));
  const chosen = editions.find(({ name }) => name === asked) ?? editions[near.indexOf(Math.max(...near))];
  const names = editions.map(({ name }) => name);
  return chosen ? { ...chosen, others: names.filter((name) => name !== chosen.name) } : null;
}

function figuresOf({ published = [] }: Published, edition: PublishedEdition | null) {
  return published.filter((figure) => figure.edition === (edition?.name ?? ''));
}

function nearness(view: AnalyzedRun, edition: PublishedEdition): number {
  const same = new Set<string>();
  for (const figure of figuresOf(view, edition)) {
    const { dataset, size, task, serializer, label } = figure;
    const one = findCase(view, figure, task);
    const row = one && allRows(one).find(({ name }) => name === serializer);
    if (isSame(VERSION.exec(label)?.[0], row?.version)) same.add(`${dataset}/${size} ${task} ${serializer}`);
    if (isSame(edition.runtime, view.runtimes[runtimeOf(figure)])) same.add('language');
  }
  return same.size;
}

/** `rill+oj` of `rill+oj/panko`. */
function runtimeOf({ serializer }: PublishedFigure): string {
  return serializer.split('/')[0]!;
}

/** Compares versions up to the first number that isn't 0. */
function isSame(...versions: readonly (string | null | undefined)[]): boolean {
  const [there, here] = versions.map((version) => /(?:0\.)*\d+/.exec(version ?? '')?.[0]);
  return there !== undefined && there === here;
}

/**
 * Published sizes and allocations, with the figure of a row here. They hardly depend on the machine, so the figures themselves
 * are compared.
 */
type Amount = readonly [what: string, of: (row: RankedRow) => number | null];
const METRICS: Readonly<Record<string, Amount>> = {
  bytes: ['bytes', ({ sizes }) => sizes?.raw ?? null],
  gzip: ['gzip bytes', ({ sizes }) => sizes?.gzip ?? null],
  allocated: ['allocated bytes', ({ memory }) => known(memory?.allocated)],
} satisfies Record<(typeof BYTES_METRICS)[number], Amount>;

export interface PublishedAmount extends Pick<PublishedRow, 'label' | 'name' | 'absent' | 'causes'> {
  readonly what: string;
  readonly published: number;
  readonly measured: number | null;
}

function compareAmounts(view: AnalyzedRun, one: AnalyzedCase, figures: readonly PublishedFigure[]) {
  return figures.flatMap((figure): PublishedAmount[] => {
    const { metric, label, serializer: name, value: published, note } = figure;
    const [what, of] = METRICS[metric] ?? [];
    if (what === undefined || of === undefined) return [];
    const row = one.ranked.find((row) => row.name === name);
    const measured = row === undefined ? null : of(row);
    const [absent] = measured === null ? absence(view, figure) : [null];
    return [{ label, name, what, published, measured, absent, causes: notesOf(note) }];
  });
}

/**
 * A suite's published tables beside a run. The page was measured on another machine: only ratios and ranks are
 * compared, and only of rows that did the same work on both sides.
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
import { hasOtherPlace, ratioChange, VERSION, WORTH_A_WORD } from './place.ts';

export interface PublishedTable extends Pick<AnalyzedCase, 'dataset' | 'size' | 'task' | 'rounds'> {
  readonly title: string;
  readonly edition: ChosenEdition | null;
  /** Runtimes or variants of its rows, where the run has none of them: then nothing of it is compared. */
  readonly elsewhere: readonly string[];
  /** Name of the row that both sides' ratios are relative to; null for a table without times. */
  readonly baseline: string | null;
  /** As on the page, fastest first; empty for a table without times. */
  readonly rows: readonly PublishedRow[];
  readonly amounts: readonly PublishedAmount[];
}

export interface PublishedRow {
  readonly label: string;
  readonly name: string;
  /** Of another task than the table, on both sides; null for most. */
  readonly work: PublishedFigure['work'] | null;
  /** `common`: its rank among the rows that are compared; null where it isn't one of them. */
  readonly published: { readonly rank: number; readonly ratio: number; readonly common: number | null };
  readonly measured: MeasuredPlace | null;
  /** Why nothing is measured, in a word; null where something is. */
  readonly absent: string | null;
  /** What kept it from this run; null where it ran, or nothing is known. */
  readonly reason: string | null;
  /** It has another place here than any that this run leaves open, or a ratio that is far from the page's. */
  readonly moved: boolean;
  /** The page's file tells what the row did otherwise, so that its ratio is no surprise. */
  readonly explained: boolean;
  readonly causes: readonly string[];
}

interface MeasuredPlace extends Rank, Pick<RankedRow, 'disturbed' | 'version'> {
  readonly ratio: number;
  /** How sure it is that the ratio isn't 1, or that it is. */
  readonly grade: Grade;
  /** Null where the run's own ratios are relative to another row, and for that row itself. */
  readonly interval: Estimate | null;
}

/**
 * Tables whose case isn't in the run are left out: there is nothing to compare them with.
 *
 * @param asked name of the edition; the nearest unless told
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

/** Relative time: lower is faster, whatever the unit. Comparable within one table only. */
function cost({ value, unit }: PublishedFigure): number {
  return RATE_UNITS.includes(unit) ? 1 / value : value;
}

/**
 * The run's baseline if it did the whole work on the page, else the page's fastest row of which that is true. Rows that
 * are compared come before others; one whose output was invalid measures nobody.
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
 * How sure this run is that one row is faster than another. Rows of two tasks weren't compared in the same minutes: there
 * the intervals of their times have to lie apart.
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
  // The run's own comparison.
  const direct = own.task === reference.task && own !== reference && reference.name === own.baseline;
  return {
    ...rank,
    rankLikely: rank.rankLikely || disturbed,
    disturbed,
    version: own.version,
    // Times of two tasks were not measured in the same minutes, so that their ratio is a rough one.
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
 * @param reference the row that both sides' ratios are relative to, if it is ranked here
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

/** What the table's task takes here of a row that did other work on the page. */
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

/** @returns why a row has no figure here: in a word, and what kept it from the run */
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

/** @param task may be what a row did on the page; no case is of `invalid` */
function findCase({ cases }: AnalyzedRun, { dataset, size }: PublishedFigure, task: PublishedFigure['work']) {
  return cases.find((one) => one.dataset === dataset && one.size === size && one.task === task);
}

function otherVersion({ figure, here }: Pair): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}

/** An edition, and names of the others that the page had. */
export interface ChosenEdition extends PublishedEdition {
  readonly others: readonly string[];
}

/**
 * Of several editions the nearest: that with most rows whose library has the major version that it has here, the
 * language counted as a row; of equals the newest.
 *
 * @param asked name of an edition that is taken instead
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

/** Up to the first number that isn't 0, from which on versions promise nothing of each other. */
function isSame(...versions: readonly (string | null | undefined)[]): boolean {
  const [there, here] = versions.map((version) => /(?:0\.)*\d+/.exec(version ?? '')?.[0]);
  return there !== undefined && there === here;
}

/**
 * Bytes that a page states of documents and allocations: what they are called, and those of a row here. Unlike times they
 * hardly depend on the machine, so that the figures themselves are compared.
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

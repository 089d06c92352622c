import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import type { Estimate } from '../../analysis/figures.ts';
import type { Grade } from '../../analysis/finding.ts';
import { type Rank, rankAmong } from '../../analysis/pairs.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import {
  type BYTES_METRICS,
  type PublishedEdition,
  type PublishedFigure,
  RANKED_METRICS,
  RATE_UNITS,
} from '../../define/published-figure.ts';
import { known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import { markOf, saidNear } from '../numbers.ts';
import { hasOtherRank, hasOtherRatio } from './rank-change.ts';

export interface PublishedTable extends Pick<AnalyzedCase, 'dataset' | 'size' | 'task' | 'rounds'> {
  readonly title: string;
  readonly edition: ChosenEdition | null;
  /** Runtimes in the published table, if the run has none of them; otherwise empty. */
  readonly elsewhere: readonly string[];
  readonly baseline: string | null;
  /** Rows with published times, fastest first; empty if none of them has a valid output, or if `elsewhere` isn't empty. */
  readonly rows: readonly PublishedRow[];
  readonly amounts: readonly PublishedAmount[];
}

export interface PublishedRow {
  readonly label: string;
  readonly name: string;
  /** Null if the published row did the table's task. Otherwise the task that it did, or `invalid` for invalid output. */
  readonly work: PublishedFigure['work'] | null;
  /**
   * `rank` is the row's rank in the published table. `common` is its rank there among the rows that were also measured
   * here; null if this row wasn't measured.
   */
  readonly published: { readonly rank: number; readonly ratio: number; readonly common: number | null };
  readonly measured: Measured | null;
  readonly absent: string | null;
  readonly reason: string | null;
  readonly moved: boolean;
  readonly causes: readonly string[];
}

interface Measured extends Rank, Pick<RankedRow, 'disturbed' | 'version'> {
  readonly ratio: number;
  readonly grade: Grade;
  /** The ratio with its interval; null unless the run compared this row directly with the row that ratios are relative to. */
  readonly interval: Estimate | null;
}

export interface PublishedAmount extends Pick<PublishedRow, 'label' | 'name' | 'absent' | 'causes'> {
  readonly what: string;
  readonly published: number;
  readonly measured: number | null;
}

export interface ChosenEdition extends PublishedEdition {
  readonly others: readonly string[];
}

interface Pair {
  readonly figure: PublishedFigure;
  readonly here: RankedRow | null;
}

type Compared = Pair & { readonly here: RankedRow };

/** @param asked edition of the published page; the newest by default, and for an unknown name */
export function compareWithPublished(view: AnalyzedRun, asked?: string): PublishedTable[] {
  const edition = editionFor(view, asked);
  const { published = [] } = view;
  const figures = published.filter((figure) => figure.edition === (edition?.name ?? ''));
  const tables = groupBy(figures, ({ table }) => table);
  return [...tables].flatMap(([title, figures]) => {
    const one = findCase(view, figures[0]!, figures[0]!.task);
    return one ? [compareTable(view, one, { title, edition }, figures)] : [];
  });
}

function compareTable(
  view: AnalyzedRun,
  one: AnalyzedCase,
  page: Pick<PublishedTable, 'title' | 'edition'>,
  all: readonly PublishedFigure[],
): PublishedTable {
  const runtimes = [...new Set(all.map(({ serializer }) => serializer.split('/')[0]!))];
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
  const { dataset, size, task, rounds } = one;
  return {
    ...page,
    ...{ dataset, size, task, elsewhere, rounds },
    baseline: reference?.figure.serializer ?? null,
    rows: reference ? pairs.map((pair) => compareRow(view, one, pair, pairs, reference)) : [],
    amounts: compareAmounts(view, one, figures),
  };
}

function isCompared(pair: Pair): pair is Compared {
  return pair.here !== null;
}

function cost({ value, unit }: PublishedFigure): number {
  return RATE_UNITS.includes(unit) ? 1 / value : value;
}

/**
 * Chooses the row that ratios are relative to: if possible, one that was measured here and did the table's whole task; among
 * several, the run's baseline, else the page's fastest row. A row with invalid output is never chosen.
 */
function referenceOf(pairs: readonly Pair[], one: AnalyzedCase): Pair | undefined {
  const baselines = [one.baseline, one.plannedBaseline];
  const valid = pairs.filter(({ figure }) => figure.work !== 'invalid');
  const whole = valid.filter(({ figure }) => figure.work === figure.task);
  const best = (among: readonly Pair[]) =>
    baselines.flatMap((name) => among.find(({ figure }) => figure.serializer === name) ?? [])[0] ?? among[0];
  return best(whole.filter(isCompared)) ?? valid.find(isCompared) ?? best(whole) ?? valid[0];
}

function compareRow(
  view: AnalyzedRun,
  one: AnalyzedCase,
  pair: Pair,
  pairs: readonly Pair[],
  reference: Pair,
): PublishedRow {
  const { figure, here } = pair;
  const compared = pairs.filter(isCompared);
  const rankIn = (others: readonly Pair[]) =>
    1 + others.filter((other) => cost(other.figure) < cost(figure)).length;
  const measured = here && reference.here ? measure(here, compared, reference.here) : null;
  const published = {
    rank: rankIn(pairs),
    common: measured && rankIn(compared),
    ratio: cost(figure) / cost(reference.figure),
  };
  const moved = hasOtherRatio({ published, measured }) || hasOtherRank({ published, measured });
  const isWhole = figure.work === figure.task;
  return {
    label: figure.label,
    name: figure.serializer,
    work: isWhole ? null : figure.work,
    ...{ published, measured, absent: null, reason: null },
    ...(measured === null && absence(view, figure)),
    moved,
    causes: [
      ...(isWhole ? notesOf(figure) : [otherWork(one, pair, reference.here)]),
      ...(moved ? otherVersion(pair) : []),
    ],
  };
}

function measure(own: RankedRow, compared: readonly Compared[], reference: RankedRow): Measured {
  const rows = compared.map(({ here }) => here);
  const rank = rankAmong(own, rows, beats);
  const disturbed = rows.some((row) => row.disturbed);
  const direct = own.task === reference.task && own !== reference && reference.name === own.baseline;
  return {
    ...rank,
    rankLikely: rank.rankLikely || disturbed,
    disturbed,
    version: own.version,
    // This ratio is rough if the rows did two different tasks, because these weren't timed together.
    ratio: own.nsPerOp.estimate / reference.nsPerOp.estimate,
    grade: own === reference ? 'established' : direct ? own.grade : 'likely',
    interval: direct ? own.ratio : null,
  };
}

/**
 * Grade of the claim "a is faster than b". Rows of two different tasks weren't timed together, so their intervals must not
 * overlap.
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

function notesOf({ note }: PublishedFigure): string[] {
  return note.split('; ').filter((text) => text !== '');
}

function otherWork({ ranked }: AnalyzedCase, { figure, here }: Pair, reference: RankedRow | null): string {
  const { work, task, note, serializer } = figure;
  const did = here === null ? `the page's row did ${work}` : `${work} on both sides`;
  const text = work === 'invalid' ? `the page's row ${note || 'wrote no valid document'}` : did;
  const own = ranked.find(({ name }) => name === serializer);
  if (own === undefined || own.task !== reference?.task) return text;
  const mark = markOf(own.disturbed ? 'likely' : 'established');
  return `${text}; the whole task (${task}) is ${mark}${saidNear(own.ratio.estimate / reference.ratio.estimate)} here`;
}

function otherVersion({ figure, here }: Pair): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}

function absence(view: AnalyzedRun, figure: PublishedFigure): Pick<PublishedRow, 'absent' | 'reason'> {
  const one = findCase(view, figure, figure.work);
  const row = one && allRows(one).find(({ name }) => name === figure.serializer);
  const isInvalid = figure.work === 'invalid';
  if (!isInvalid && row?.kind === 'failed') return { absent: row.verdict, reason: row.reason };
  const why = row?.kind === 'unmeasured' ? 'not measured' : row ? 'not counted here' : 'not in this run';
  return { absent: isInvalid ? 'invalid there' : why, reason: null };
}

function findCase({ cases }: AnalyzedRun, { dataset, size }: PublishedFigure, task: PublishedFigure['work']) {
  return cases.find((one) => one.dataset === dataset && one.size === size && one.task === task);
}

function editionFor({ editions = [] }: AnalyzedRun, asked?: string): ChosenEdition | null {
  const chosen = editions.find(({ name }) => name === asked) ?? editions[0];
  if (chosen === undefined) return null;
  const others = editions.flatMap(({ name }) => (name === chosen.name ? [] : [name]));
  return { ...chosen, others };
}

type Amount = readonly [what: string, of: (row: RankedRow) => number | null];
const AMOUNTS: Readonly<Record<string, Amount>> = {
  bytes: ['bytes', ({ sizes }) => sizes?.raw ?? null],
  gzip: ['gzip bytes', ({ sizes }) => sizes?.gzip ?? null],
  allocated: ['allocated bytes', ({ memory }) => known(memory?.allocated)],
} satisfies Record<(typeof BYTES_METRICS)[number], Amount>;

function compareAmounts(view: AnalyzedRun, { ranked }: AnalyzedCase, figures: readonly PublishedFigure[]) {
  return figures.flatMap((figure): PublishedAmount[] => {
    const { metric, label, serializer: name, value: published } = figure;
    if (AMOUNTS[metric] === undefined) return [];
    const [what, of] = AMOUNTS[metric];
    const row = ranked.find((row) => row.name === name);
    const measured = row === undefined ? null : of(row);
    const absent = measured === null ? absence(view, figure).absent : null;
    return [{ label, name, what, published, measured, absent, causes: notesOf(figure) }];
  });
}

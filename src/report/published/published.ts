/**
 * A suite's published tables beside a run. The page was measured on another machine: only ratios and ranks are
 * compared, and only of rows that did the same work on both sides.
 */

import { runtimeName } from '../../define/names.ts';
import { type PublishedFigure, RANKED_METRICS, RATE_UNITS } from '../../define/published-figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { Grade } from '../../stats/judgement.ts';
import { rankAmong } from '../../stats/ranks.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { compareAmounts } from './amounts.ts';
import { absence, causesOf, findCase, otherVersion, type Pair } from './causes.ts';
import { type ChosenEdition, editionFor, figuresOf, runtimeOf } from './editions.ts';
import { hasOtherPlace, ratioChange, WORTH_A_WORD } from './place.ts';

export type PublishedTable = ReturnType<typeof compareTable>;
export type PublishedRow = PublishedTable['rows'][number];

/**
 * Tables whose case isn't in the run are left out: there is nothing to compare them with.
 *
 * @param asked name of the edition; the nearest unless told
 */
export function compareWithPublished(view: RunView, asked?: string): PublishedTable[] {
  const edition = editionFor(view, asked);
  const tables = groupBy(figuresOf(view, edition), ({ table }) => table);
  return [...tables].flatMap(([title, own]) => {
    const found = findCase(view, own[0]!, own[0]!.task);
    return found ? [compareTable(view, found, { title, edition }, own)] : [];
  });
}

interface TableFacts {
  readonly title: string;
  /** Null for a page without editions. */
  readonly edition: ChosenEdition | null;
}

function compareTable(view: RunView, one: CaseView, facts: TableFacts, all: readonly PublishedFigure[]) {
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
    ...facts,
    ...{ dataset, size, task },
    // Runtimes or variants of its rows, where the run has none of them: then nothing of it is compared.
    elsewhere,
    // Most that any row here has.
    rounds: one.rounds,
    // Name of the row that both sides' ratios are relative to; null for a table without times.
    baseline: reference?.figure.serializer ?? null,
    // As on the page, fastest first; empty for a table without times.
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
function referenceOf(pairs: readonly Pair[], one: CaseView): Pair | undefined {
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

function compareRows(view: RunView, one: CaseView, pairs: readonly Pair[], reference: Pair) {
  const compared = pairs.filter(isCompared);
  const before = ({ figure }: Pair, others: readonly Pair[]) =>
    1 + others.filter((other) => cost(other.figure) < cost(figure)).length;
  return pairs.map((pair) => {
    const { figure, here } = pair;
    const measured = here && reference.here ? measuredPlace(here, compared, reference.here) : null;
    const published = {
      rank: before(pair, pairs),
      // Among the rows that are compared; null where this one isn't.
      common: measured && before(pair, compared),
      ratio: cost(figure) / cost(reference.figure),
    };
    // It has another place here than any that this run leaves open, or a ratio that is far from the page's.
    const places = { published, measured };
    const moved = ratioChange(places) >= WORTH_A_WORD || hasOtherPlace(places);
    return {
      label: figure.label,
      name: figure.serializer,
      // Of another task than the table, on both sides; null for most.
      work: figure.work === figure.task ? null : figure.work,
      ...places,
      // Why nothing is measured, in a word; null where something is.
      absent: measured === null ? absence(view, figure) : null,
      moved,
      // The page's file tells what the row did otherwise, so that its ratio is no surprise.
      explained: figure.work === figure.task && figure.note !== '',
      causes: [...causesOf(one, pair, reference.here), ...(moved ? otherVersion(pair) : [])],
    };
  });
}

/** Its rank is among the rows that are compared. */
function measuredPlace(own: RankedRow, compared: readonly Compared[], reference: RankedRow) {
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
    // How sure it is that the ratio isn't 1, or that it is.
    grade: own === reference ? 'established' : direct ? own.grade : ('likely' as const),
    // Null where the run's own ratios are relative to another row, and for that row itself.
    interval: direct ? own.ratio : null,
  };
}

/**
 * What a case answers: which library is fastest, which in each language, which writes least. Hand-written rows are bounds
 * and no answer. Computed once; terminal, pages, Markdown and JSON say it.
 */
import { groupBy } from '../../stats/group-by.ts';
import type { Grade } from '../../stats/judgement.ts';
import type { CaseView } from './case.ts';
import { documentSize, type RankedRow } from './rows.ts';
import { type Headline, said } from './sentences.ts';

/** What is asked of a case. */
export type AskedCase = Pick<
  CaseView,
  'ranked' | 'documentBytes' | 'baseline' | 'disturbed' | 'failElsewhere'
>;

/** The fastest of some rows. */
type Leader = ReturnType<typeof leaderOf>;

export interface CaseAnswer {
  readonly fastest: Leader;
  /** Of ranked libraries, how many a reader's choice leaves out: the answer is of the others. */
  readonly hidden: number;
  /** Of each language that took part, however it was started, the fastest first. */
  readonly runtimes: readonly (Leader & { readonly runtime: string })[];
  /** Rows whose documents have the fewest bytes, within 1 %; null where sizes aren't known or don't differ. */
  readonly smallest: { readonly names: readonly string[]; readonly bytes: number } | null;
  readonly headline: Headline;
  /** Everything above, as a person would say it. */
  readonly sentences: readonly string[];
}

/**
 * @param one with the rows that a reader has chosen
 * @param all its ranked rows
 * @returns null where no library is ranked
 */
export function caseAnswer(one: AskedCase, all = one.ranked): CaseAnswer | null {
  // Whatever order the reader has the rows in.
  const everyone = libraries(one.ranked).sort((a, b) => a.ratio.estimate - b.ratio.estimate);
  const fit = everyone.filter(({ name }) => !one.failElsewhere.includes(name));
  const rows = fit.length > 0 ? fit : everyone;
  if (rows.length === 0) return null;
  const languages = groupBy(rows, ({ runtime }) => runtime);
  const figures = {
    fastest: leaderOf(rows, one),
    hidden: libraries(all).length - everyone.length,
    runtimes: [...languages].map(([runtime, own]) => ({ runtime, ...leaderOf(own, one) })),
    smallest: smallestOf(rows, one),
  };
  const unfit = everyone.filter((row) => !rows.includes(row));
  const baseline = all.find(({ name }) => name === one.baseline && !unfit.some((row) => row.name === name));
  const areFit = unfit.length > 0;
  const told = { ...figures, one, areFit, baseline, rows: new Map(rows.map((row) => [row.name, row])) };
  return { ...figures, ...said(told) };
}

function libraries(rows: readonly RankedRow[]): RankedRow[] {
  return rows.filter(({ bound }) => bound === null);
}

/** @param rows fastest first */
function leaderOf(rows: readonly RankedRow[], one: AskedCase) {
  const there = new Set(rows.map(({ name }) => name));
  const [first, ...others] = rows.filter(({ beatenBy }) => !beatenBy.some((name) => there.has(name)));
  const alike = others.filter(({ probablyBeatenBy }) => !probablyBeatenBy.includes(first!.name));
  const alone: Grade = others.length === 0 && !one.disturbed ? 'established' : 'likely';
  return {
    // The best guess first. Where there are several, no difference between them was found.
    names: [first!, ...alike].map(({ name }) => name),
    // Of the claim that the first is fastest.
    grade: alike.length === 0 ? alone : ('unclear' as const),
    // Time of the first relative to the baseline's.
    ratio: first!.ratio,
    // Mean of its document; null where that isn't known.
    bytes: documentSize(first!, one) ?? null,
    // How many it leads.
    rows: rows.length,
  };
}

/** A size that is less than a hundredth larger is no other size. */
const SAME_SIZE = 1.01;

function smallestOf(rows: readonly RankedRow[], one: AskedCase): CaseAnswer['smallest'] {
  const sizes = rows.flatMap((row) => {
    const bytes = documentSize(row, one);
    return bytes === undefined ? [] : [{ name: row.name, bytes }];
  });
  const [least = 0] = sizes.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const smallest = sizes.filter(({ bytes }) => bytes <= least * SAME_SIZE);
  const names = smallest.sort((a, b) => a.bytes - b.bytes).map(({ name }) => name);
  return names.length === sizes.length ? null : { names, bytes: least };
}

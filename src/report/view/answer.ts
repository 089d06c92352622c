/**
 * What a case answers: which library is fastest, which in each language, which writes least. Hand-written rows are bounds
 * and no answer. Computed once; terminal, pages, Markdown and JSON say it.
 */
import type { VerdictName } from '../../plan/verdict.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { Grade } from '../../stats/judgement.ts';
import { type Estimate, grouped, times } from '../numbers.ts';
import { documentSize, type RankedRow, type Row } from './rows.ts';
import type { CaseView } from './view.ts';

type AskedCase = Omit<CaseView, 'answer'>;

interface Leader {
  /** The best guess first. Where there are several, no difference between them was found. */
  readonly names: readonly string[];
  /** Of the claim that the first is fastest. */
  readonly grade: Grade;
  /** Time of the first relative to the baseline's. */
  readonly ratio: Estimate;
  /** Mean of its document; null where that isn't known. */
  readonly bytes: number | null;
  /** How many it leads. */
  readonly rows: number;
}

export interface CaseAnswer {
  readonly fastest: Leader;
  /** Of ranked libraries, how many a reader's choice leaves out: the answer is of the others. */
  readonly hidden: number;
  /** Of each language that took part, however it was started, the fastest first. */
  readonly runtimes: readonly (Leader & { readonly runtime: string })[];
  /** Rows whose documents have the fewest bytes, within 1 %; null where sizes aren't known or don't differ. */
  readonly smallest: { readonly names: readonly string[]; readonly bytes: number } | null;
  readonly headline: Headline;
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
function leaderOf(rows: readonly RankedRow[], one: AskedCase): Leader {
  const there = new Set(rows.map(({ name }) => name));
  const [first, ...others] = rows.filter(({ beatenBy }) => !beatenBy.some((name) => there.has(name)));
  const alike = others.filter(({ probablyBeatenBy }) => !probablyBeatenBy.includes(first!.name));
  const alone: Grade = others.length === 0 && !one.disturbed ? 'established' : 'likely';
  return {
    names: [first!, ...alike].map(({ name }) => name),
    grade: alike.length === 0 ? alone : 'unclear',
    ratio: first!.ratio,
    bytes: documentSize(first!, one) ?? null,
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

/** The first thing that a reader sees of a case. */
export interface Headline {
  /** `1.8×`: how many times as fast as the baseline, or as the next where the baseline leads; empty where it isn't faster. */
  readonly figure: string;
  readonly text: string;
}

/** An answer before it is told, with the rows that it is of, fastest first. */
interface Told extends Pick<CaseAnswer, 'fastest' | 'hidden' | 'runtimes' | 'smallest'> {
  readonly one: AskedCase;
  /** Chosen or not; undefined where no sentence names it, since it fails another task. */
  readonly baseline: RankedRow | undefined;
  /** Whether it is only of rows that fail no other task on these documents, and there are others. */
  readonly areFit: boolean;
  readonly rows: ReadonlyMap<string, RankedRow>;
}

/** More that can't be told apart are counted. */
const MOST_NAMED = 3;

function said(told: Told): Pick<CaseAnswer, 'headline' | 'sentences'> {
  const headline = headlineOf(told);
  return { headline, sentences: [headline.text, ...versions(told), ...elsewhere(told), ...smallest(told)] };
}

function headlineOf(told: Told): Headline {
  const { fastest, one, rows, baseline } = told;
  const first = rows.get(fastest.names[0]!)!;
  if (fastest.rows === 1) return alone(told, first);
  const [figure, against] = advantage(told, first);
  const size = against === '' ? '' : sizeText(first, baseline, one);
  const text = `${claim(told)}${against}${size}.`;
  const scope = scopeText(told, 'do');
  return { figure, text: scope === '' ? text : `Of the rows${scope}, ${text}` };
}

function scopeText({ hidden, areFit }: Told, does: 'do' | 'does'): string {
  return `${hidden > 0 ? ' shown' : ''}${areFit ? ` that ${does} every task` : ''}`;
}

function isSmallest({ fastest, smallest }: Told): boolean {
  return fastest.names.length === 1 && smallest?.names.length === 1 && smallest.names[0] === fastest.names[0];
}

/** `mill/msgpackr is probably fastest`. */
function claim(told: Told): string {
  const { fastest, hidden, one } = told;
  const { names, grade } = fastest;
  if (names.length > 1) {
    const why = one.disturbed
      ? 'the machine was too busy to tell them apart'
      : 'no difference found between them';
    return `${listed(names)} lead: ${why}`;
  }
  // Its baseline is none of these.
  const which = fastest.ratio.estimate > 1 && hidden === 0 ? ' of these libraries' : '';
  const smallest = isSmallest(told) ? ' and smallest' : '';
  return `${names[0]} is ${grade === 'established' ? '' : 'probably '}fastest${smallest}${which}`;
}

/** The figure, and the figure with what it is relative to. Among several leaders it is that of the first, the best guess. */
function advantage({ fastest, rows, baseline }: Told, first: RankedRow): [string, string] {
  const leads = first.finding === 'baseline';
  const next = [...rows.values()].find(({ name }) => name !== first.name);
  const row = leads ? next : first;
  if (row === undefined || baseline === undefined || (leads && row.ratio.estimate < 1)) return ['', ''];
  const who = fastest.names.length > 1 ? `; the best guess is ${first.name},` : ':';
  const figure = times(row.ratio.estimate);
  if (fastest.names.length > 1 && figure === '1.00') return ['', ''];
  // Said of the row already.
  const isSaid = row.grade === 'established' || fastest.grade === 'likely';
  const about = isSaid ? '' : row.grade === 'likely' ? 'probably ' : 'about ';
  const other = leads ? `${rows.size > 2 ? 'the next, ' : ''}${row.name}` : baseline.name;
  const slower = !leads && first.ratio.estimate > 1;
  if (slower) return ['', `${who} ${about}${figure}× slower than ${other}`];
  return [`${figure}×`, `${who} ${about}${figure} times as fast as ${other}`];
}

function alone(told: Told, row: RankedRow): Headline {
  const { baseline } = told;
  const isCompared = baseline !== undefined && row.finding !== 'baseline';
  const against = isCompared ? `: ${comparedText(row)} ${LINKS[row.finding]} ${baseline.name}` : '';
  const figure = isCompared && row.finding === 'faster' ? `${times(row.ratio.estimate)}×` : '';
  const which = scopeText(told, 'does') || ' that is ranked';
  return { figure, text: `${row.name} is the only library${which}${against}.` };
}

/** `remembers` is mostly declared. */
const NO_FAULT: ReadonlySet<VerdictName> = new Set(['unavailable', 'unsupported', 'remembers']);

export function isFault(verdict: VerdictName | null): boolean {
  return verdict !== null && verdict !== 'ok' && !NO_FAULT.has(verdict);
}

export function failedRows({ unranked }: Pick<CaseView, 'unranked'>): Row[] {
  return unranked.filter(({ verdict, limit }) => limit === null && isFault(verdict));
}

/** `, 46 % smaller`; empty where sizes aren't known or hardly differ. */
function sizeText(row: RankedRow, baseline: RankedRow | undefined, one: AskedCase): string {
  const [own, other] = [row, baseline].map((which) => which && documentSize(which, one));
  if (!own || !other || Math.abs(own / other - 1) < 0.01) return '';
  const change = Math.round(100 * Math.abs(own / other - 1));
  return `, ${change} % ${own < other ? 'smaller' : 'larger'}`;
}

function elsewhere({ fastest, runtimes, rows, baseline }: Told): string[] {
  const leading = new Set(fastest.names.map((name) => rows.get(name)!.runtime));
  const others = runtimes.filter(({ runtime }) => !leading.has(runtime));
  if (others.length === 0) return [];
  const told = others.map(({ names }, i) => {
    const row = rows.get(names[0]!)!;
    const tied = names.length > 1 ? `${listed(names)}, tied` : row.name;
    if (baseline === undefined) return tied;
    const last = i === others.length - 1 ? ` ${LINKS[row.finding]} ${baseline.name}` : '';
    return row.finding === 'baseline' ? `${tied}, the baseline` : `${tied}, ${comparedText(row)}${last}`;
  });
  return [`Best in other languages: ${told.join('; ')}.`];
}

/** What each version of one library changed; the first sentence says it of two. */
function versions({ rows, baseline }: Told): string[] {
  const all = [...rows.values()];
  const others = all.filter(({ finding }) => finding !== 'baseline');
  const libraries = new Set(all.map(({ runtime, serializer }) => `${runtime}/${serializer.split('@')[0]}`));
  if (libraries.size > 1 || others.length < 2 || !baseline?.name.includes('@')) return [];
  const told = others.map((row) => `${row.name} is ${comparedText(row)}`);
  return [`Compared with ${baseline.name}: ${told.join('; ')}.`];
}

const LINKS = { slower: 'than', faster: 'as', same: 'as', unclear: 'from', baseline: '' } as const;

/** `probably 2.24× slower`; what it is relative to follows. */
function comparedText({ finding, grade, ratio }: RankedRow): string {
  const probably = grade === 'likely' ? 'probably ' : '';
  switch (finding) {
    case 'slower':
      return `${probably}${times(ratio.estimate)}× slower`;
    case 'faster':
      return `${probably}${times(ratio.estimate)} times as fast`;
    case 'same':
      return `${probably}as fast`;
    default:
      return 'not clearly different';
  }
}

/** Left out where the fastest says it. */
function smallest(told: Told): string[] {
  const { smallest: found } = told;
  if (found === null || isSmallest(told)) return [];
  const [first, ...others] = found.names;
  const tied = others.length === 0 ? '' : `, tied with ${listed(others)}`;
  return [`Smallest: ${first} with ${grouped(found.bytes)} bytes${tied}.`];
}

/** `a, b and c`, `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMED
      ? [...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} more`]
      : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

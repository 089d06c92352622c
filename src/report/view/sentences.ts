/** A case's answer in words: one sentence for the fastest, one for other languages, one for the smallest. */
import type { VerdictName } from '../../plan/verdict.ts';
import { grouped } from '../text/numbers.ts';
import { times } from '../text/said.ts';
import type { AskedCase, CaseAnswer } from './answer.ts';
import type { CaseView } from './case.ts';
import { documentSize, type RankedRow, type Row } from './rows.ts';

/** The first thing that a reader sees of a case. */
export interface Headline {
  /** `1.8×`: how many times as fast as the baseline, or as the next where the baseline leads; empty where it isn't faster. */
  readonly figure: string;
  /** A sentence; it has the figure, too. */
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

export function said(told: Told): Pick<CaseAnswer, 'headline' | 'sentences'> {
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

/** Whether the only row that leads writes less than all others. */
function isSmallest({ fastest, smallest }: Told): boolean {
  return fastest.names.length === 1 && smallest?.names.length === 1 && smallest.names[0] === fastest.names[0];
}

/** `node/msgpackr is probably fastest`. */
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

/** Serializers that did not do the work. */
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

/** The best of the languages that don't lead. */
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

import { groupBy } from '../stats/group-by.ts';
import type { Sizes } from '../store/record/record.ts';
import type { AnalyzedCase } from './analyze.ts';
import type { Estimate } from './figures.ts';
import type { Grade } from './finding.ts';
import { type FailedRow, needsSchema, type RankedRow } from './rows.ts';

type UnansweredCase = Omit<AnalyzedCase, 'answer' | 'task'>;

interface Leader {
  readonly names: readonly string[];
  readonly grade: Grade;
  readonly ratio: Estimate;
  readonly bytes: number | null;
  readonly rows: number;
}

type Question = 'fastest' | 'fastest JSON' | 'smallest' | 'smallest gzipped' | 'fastest without a schema';

/**
 * The answer to one question about the rows of a language. Questions other than `fastest` are left out if they select none or all
 * of the rows.
 */
export interface Best extends Pick<Leader, 'grade'> {
  readonly question: Question;
  /** The best row and rows tied with it, fastest first. */
  readonly names: readonly string[];
}

interface LanguageAnswer extends Leader {
  readonly runtime: string;
  readonly best: readonly Best[];
}

export interface CaseAnswer {
  readonly fastest: Leader;
  readonly hidden: number;
  readonly onlyComplete: boolean;
  readonly runtimes: readonly LanguageAnswer[];
  /**
   * Rows with the smallest documents or up to 1 % larger ones; null if no size is known, or if all rows of known size
   * are among them.
   */
  readonly smallest: { readonly names: readonly string[]; readonly bytes: number } | null;
  readonly baseline: Pick<RankedRow, 'name' | 'sizes'> | null;
}

/**
 * Returns the answer about the selected rows; null if none of them is a library.
 * @param one the case with only the selected rows
 * @param all all ranked rows of the case
 */
export function caseAnswer(one: UnansweredCase, all = one.ranked): CaseAnswer | null {
  const { rows, excluded } = answeringRows(one);
  if (rows.length === 0) return null;
  const languages = groupBy(rows, ({ runtime }) => runtime);
  const hidden = libraries(all).length - rows.length - excluded.length;
  const baseline = all.find(
    ({ name }) => name === one.baseline && !excluded.some((row) => row.name === name),
  );
  return {
    fastest: leaderOf(rows, one),
    hidden,
    onlyComplete: excluded.length > 0,
    runtimes: [...languages].map(([runtime, own]) => {
      return { runtime, ...leaderOf(own, one, rows), best: bestOf(own, one, rows) };
    }),
    smallest: smallestOf(rows),
    baseline: baseline ? { name: baseline.name, sizes: baseline.sizes } : null,
  };
}

/**
 * Returns the libraries, fastest first. Those that fail another task on the same documents are in `excluded`, unless all do.
 */
export function answeringRows({ ranked, failElsewhere }: Pick<AnalyzedCase, 'ranked' | 'failElsewhere'>) {
  const all = libraries(ranked).sort((a, b) => a.ratio.estimate - b.ratio.estimate);
  const complete = all.filter(({ name }) => !failElsewhere.includes(name));
  const rows = complete.length > 0 ? complete : all;
  return { rows, excluded: all.filter((row) => !rows.includes(row)) };
}

function libraries(rows: readonly RankedRow[]): RankedRow[] {
  return rows.filter(({ bound }) => bound === null);
}

/** @param all rows that `rows` were selected from. They decide ties, too, so that all answers about a case agree */
function leaderOf(rows: readonly RankedRow[], one: UnansweredCase, all = rows): Leader {
  const [first] = rows;
  const field = all.slice(all.indexOf(first!));
  const present = new Set(field.map(({ name }) => name));
  const isBeaten = ({ beatenBy }: RankedRow) => beatenBy.some((name) => present.has(name));
  const others = rows.filter((row) => row !== first && !isBeaten(row));
  const slower = field.filter((row) => isBeaten(row) || row.probablyBeatenBy.includes(first!.name));
  // A row that varies much may be slow without being found slower than the first. It is tied only if it is faster than all rows
  // found slower.
  const limit = Math.min(...slower.map(({ nsPerOp }) => nsPerOp.estimate));
  const tied = others.filter((row) => !slower.includes(row) && row.nsPerOp.estimate < limit);
  const alone: Grade = others.length === 0 && !one.disturbed ? 'established' : 'likely';
  return {
    names: [first!, ...tied].map(({ name }) => name),
    grade: tied.length === 0 ? alone : 'unclear',
    ratio: first!.ratio,
    bytes: first!.sizes?.raw ?? null,
    rows: rows.length,
  };
}

function bestOf(rows: readonly RankedRow[], one: UnansweredCase, all: readonly RankedRow[]): Best[] {
  if (rows.length === 1) return [];
  const fastest = (question: Question, own: readonly RankedRow[]): Best[] => {
    if (own.length === 0 || (own.length === rows.length && question !== 'fastest')) return [];
    const { names, grade } = leaderOf(own, one, all);
    return [{ question, names, grade: own.length === 1 ? 'established' : grade }];
  };
  const smallest = (question: Question, as: keyof Sizes): Best[] => {
    const all = smallestOf(rows, as)?.names ?? [];
    const names = rows.flatMap(({ name }) => (all.includes(name) ? name : []));
    return names.length > 0 ? [{ question, names, grade: 'established' }] : [];
  };
  return [
    ...fastest('fastest', rows),
    ...fastest(
      'fastest JSON',
      rows.filter(({ format }) => format === 'json'),
    ),
    ...smallest('smallest', 'raw'),
    ...(rows.some(isSmallerGzipped) ? smallest('smallest gzipped', 'gzip') : []),
    ...fastest(
      'fastest without a schema',
      rows.filter((row) => !needsSchema(row)),
    ),
  ];
}

export function isSmallerGzipped({ sizes }: RankedRow): boolean {
  return sizes !== null && sizes.gzip < sizes.raw;
}

const SAME_SIZE = 1.01;

function smallestOf(rows: readonly RankedRow[], as: keyof Sizes = 'raw') {
  const sizes = rows.flatMap((row) => {
    const bytes = row.sizes?.[as];
    return bytes === undefined ? [] : [{ name: row.name, bytes }];
  });
  const [least = 0] = sizes.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const smallest = sizes.filter(({ bytes }) => bytes <= least * SAME_SIZE);
  const names = smallest.sort((a, b) => a.bytes - b.bytes).map(({ name }) => name);
  return names.length === sizes.length ? null : { names, bytes: least };
}

export function failedRows({ unranked }: Pick<AnalyzedCase, 'unranked'>): FailedRow[] {
  return unranked.filter(
    (row) => row.kind === 'failed' && row.isFailure && row.limit === null,
  ) as FailedRow[];
}

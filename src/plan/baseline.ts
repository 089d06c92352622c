import { type Named, rowName } from '../define/names.ts';
import { suggestion } from '../define/nearest.ts';
import { selectsRuntime } from '../define/patterns.ts';
import { contenderName, namedOf, type SerializerContender } from './case.ts';
import type { Filters } from './filters.ts';
import { EmptyPlanError } from './missed.ts';
import type { Plan } from './plan.ts';

/** Returns the name of the row that `word` means: `json` becomes `mill/json`. @throws EmptyPlanError for none or several */
export function rowCalled(word: string, rows: readonly Named[], where: string | null): string {
  const names = new Set(rows.map(rowName));
  const meant = names.has(word) ? [word] : [...names].filter((name) => name.endsWith(`/${word}`));
  if (meant.length === 1) return meant[0]!;
  const none = `is no row of ${where}.${suggestion(word, names)}`;
  const fault = meant.length === 0 ? none : `means ${meant.join(' and ')}: name one`;
  throw new EmptyPlanError(`--baseline ${word} ${fault}`);
}

/** Applies `--baseline`. Cases without that row keep their baseline. */
export function withBaseline(plan: Plan, word: string): Plan {
  const rowsOf = ({ contenders, unsupported }: Plan['cases'][number]) =>
    [...contenders, ...unsupported].filter((one): one is SerializerContender => one.limit === null);
  const name = rowCalled(word, plan.cases.flatMap(rowsOf).map(namedOf), `suite ${plan.suite.name}`);
  const cases = plan.cases.map((one) => {
    const baseline = rowsOf(one).find((row) => contenderName(row) === name) ?? one.baseline;
    return baseline === one.baseline ? one : { ...one, baseline, standIn: one.baseline };
  });
  return { ...plan, cases };
}

/**
 * Returns the name of the baseline for a suite that names none: the first JSON library that is built into the language (needs no
 * package), else the first row. With `-r`, only rows of the first pattern that matches a row are considered.
 */
export function usualBaseline(rows: readonly SerializerContender[], { runtime = [] }: Filters): string {
  const place = (one: SerializerContender) =>
    runtime.findIndex((pattern) => selectsRuntime(pattern, namedOf(one)));
  const sorted = rows.toSorted((a, b) => place(a) - place(b));
  const isBuiltIn = ({ definition }: SerializerContender) =>
    definition.format === 'json' && definition.packages.length === 0 && definition.bound === undefined;
  const ofFirst = sorted.filter((one) => place(one) === place(sorted[0]!));
  return contenderName(ofFirst.find(isBuiltIn) ?? sorted[0]!);
}

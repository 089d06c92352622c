/** `--baseline ROW`: the row that ratios are relative to, in place of the one that is usual. */
import { thereAre } from '../define/nearest.ts';
import { contenderName, type SerializerContender } from './case.ts';
import { EmptyPlanError, type Plan } from './plan.ts';

/**
 * The one of these rows that is meant, as `node/json` or, where that is enough, as `json`.
 *
 * @param where these rows are
 * @throws EmptyPlanError for none, and for several
 */
export function rowCalled(word: string, rows: Iterable<string>, where: string): string {
  const names = new Set(rows);
  const own = [...names].filter((name) => name.endsWith(`/${word}`));
  const plain = own.filter((name) => !name.includes('+'));
  const [first, ...others] = names.has(word) ? [word] : plain.length > 0 ? plain : own;
  if (first !== undefined && others.length === 0) return first;
  const fault = first === undefined ? 'is no row' : `means ${[first, ...others].join(' and ')}, rows`;
  const fix = first === undefined ? thereAre(word, names) : ' Name one.';
  throw new EmptyPlanError(`--baseline ${word} ${fault} of ${where}.${fix}`);
}

/** The plan with this row as the baseline of each case that has it; the usual one takes its place where it isn't ranked. */
export function withBaseline(plan: Plan, word: string): Plan {
  const rowsOf = ({ contenders, unsupported }: Plan['cases'][number]) =>
    [...contenders, ...unsupported].filter((one): one is SerializerContender => one.limit === null);
  const name = rowCalled(word, plan.cases.flatMap(rowsOf).map(contenderName), `suite ${plan.suite.name}`);
  const cases = plan.cases.map((one) => {
    const baseline = rowsOf(one).find((row) => contenderName(row) === name) ?? one.baseline;
    return baseline === one.baseline ? one : { ...one, baseline, standIn: one.baseline };
  });
  return { ...plan, cases };
}

import { onceFor } from '../dataset/once.ts';
import { atMost, MOST } from '../define/bounds.ts';
import type { Catalog } from '../define/catalog.ts';
import { FixableError } from '../define/error.ts';
import { type Named, plainId, rowName, runtimeName, variantsOf } from '../define/names.ts';
import { selectsRow } from '../define/patterns.ts';
import { errorAt } from '../define/toml.ts';
import {
  type RunnerDefinition,
  type SuiteCase,
  type SuiteDefinition,
  TASKS,
  type Task,
} from '../define/types.ts';
import {
  type Case,
  type Contender,
  contenderName,
  type LimitContender,
  limitsOf,
  namedOf,
  type SerializerContender,
} from './case.ts';
import { askedInVain, asksForWay, type Filters, selectsCase, selectsSerializer } from './filters.ts';
import { type Field, missedPatterns, whyEmpty } from './missed.ts';

/** One case with its rows. */
export interface PlannedCase extends Case {
  readonly batch: number;
  /** Serializers that do the task, then the limits of their runtimes: they are built, verified and measured. */
  readonly contenders: readonly Contender[];
  /** Those that the suite names but that do not do this task: rows with verdict `unsupported`. */
  readonly unsupported: readonly SerializerContender[];
  /** The first row that was added; else the suite's baseline, in another variant if need be; else the first serializer. */
  readonly baseline: SerializerContender;
  /** What takes its place where it isn't ranked: the suite's. */
  readonly standIn?: SerializerContender | undefined;
}

/** Cases with their rows: what a workbench is made ready for. */
export interface Lineup {
  readonly cases: readonly PlannedCase[];
  /** Every contender of any case, once, runtimes and their variants together. */
  readonly contenders: readonly Contender[];
}

export interface Plan extends Lineup {
  readonly suite: SuiteDefinition;
}

/** Serializers alone, each on one case of its own: for what needs no suite. */
export function soloLineup(rows: readonly (readonly [SerializerContender, Case])[]): Lineup {
  const cases = rows.map(([contender, { dataset, size, task }]): PlannedCase => {
    const what = { dataset, size, task, batch: 1 };
    return { ...what, contenders: [contender], unsupported: [], baseline: contender };
  });
  return { cases, contenders: rows.map(([contender]) => contender) };
}

/** Every serializer of a runner, then the same in each of its variants. */
export function serializersOf(runner: RunnerDefinition): SerializerContender[] {
  const { runtime, serializers } = runner;
  return variantsOf(runner).flatMap((variant) =>
    serializers.map((definition) => ({ runtime, variant, definition, limit: null })),
  );
}

/** All runners' serializers and all cases: what there is to choose from. */
function wholeField(
  { runners, datasets, unread }: Pick<Catalog, 'runners'> & Partial<Catalog>,
  name: string | null,
): Field {
  const rows = [...runners.values()].flatMap(serializersOf).map(rowOf);
  const cases = [...(datasets?.values() ?? [])].flatMap(({ name: dataset, sizes }) =>
    sizes.flatMap(({ name: size }) => TASKS.map((task) => ({ dataset, size, task }))),
  );
  return { name, rows, cases, unread };
}

/**
 * What the filters leave of all runners' serializers.
 *
 * @param field what their patterns choose from
 * @param elsewhere what else could be asked
 * @throws EmptyPlanError when that is nothing, or a pattern matches nothing of the field
 */
function wantedOf(
  runners: Runners,
  filters: Filters,
  field: Field,
  elsewhere: readonly Field[] = [],
): SerializerContender[] {
  const all = [...runners.values()].flatMap(serializersOf);
  const inVain = askedInVain(filters, all.map(namedOf));
  if (inVain !== null) throw new EmptyPlanError(inVain);
  const missed = missedPatterns(filters, field, elsewhere);
  if (missed.length > 0) throw new EmptyPlanError(missed.join('\n'));
  const wanted = all.filter((one) => isAdded(one, all) || selectsSerializer(filters, rowOf(one)));
  if (wanted.length === 0) throw new EmptyPlanError(whyEmpty(filters, field));
  return wanted;
}

/** What filters leave of all that is defined, for what needs no suite. @throws EmptyPlanError */
export function leftOfAll(catalog: Catalog, filters: Filters) {
  const field = wholeField(catalog, 'what is defined');
  const rows = wantedOf(catalog.runners, filters, field);
  return { rows, cases: field.cases.filter((one) => selectsCase(filters, one)) };
}

type Runners = ReadonlyMap<string, RunnerDefinition>;

/** A row that was added takes part whatever other rows filters choose, unless versions of it do in its place. */
function isAdded({ runtime, variant, definition }: SerializerContender, all: readonly SerializerContender[]) {
  const { id, entry } = definition;
  const isVersion = (one: SerializerContender) => one.runtime === runtime && one.definition.entry === id;
  return definition.isAdded && entry === undefined && variant === null && !all.some(isVersion);
}

/** As filters see it. */
export const rowOf = (one: SerializerContender) => ({ ...namedOf(one), format: one.definition.format });

/** Nothing is left to do; the message says which filter or pattern to look at. */
export class EmptyPlanError extends FixableError {
  override readonly name = 'EmptyPlanError';
}

/**
 * A suite and the user's filters → cases × serializers.
 *
 * @param runners by runtime
 * @param withLimits whether each case has the limits of its runtimes too; filters leave them alone
 * @param others what else is defined, where one of it was meant
 * @param called the suite in messages
 * @throws EmptyPlanError as `wantedOf`, and when the filters leave nothing of the suite
 */
export function makePlan(
  suite: SuiteDefinition,
  runners: Runners,
  filters: Filters,
  withLimits = false,
  others: Partial<Catalog> = {},
  called = `suite ${suite.name}`,
): Plan {
  const field = { ...fieldOf(suite, runners), name: called };
  const suites = [...(others.suites?.values() ?? [])].filter(({ name }) => name !== suite.name);
  const elsewhere = suites.map((one) => fieldOf(one, runners));
  const all = wholeField({ ...others, runners }, null);
  const wanted = wantedOf(runners, filters, field, [...elsewhere, all]);
  const limits = withLimits ? [...runners.values()].flatMap(limitsOf) : [];
  const ways = new Map(wanted.map((one) => [one, waysAsked(one, filters, runners)]));
  const known = new Map<readonly string[], SerializerContender[]>();
  const namedBy = (patterns: readonly string[]) =>
    onceFor(known, patterns, () => wanted.filter((one) => isNamed(one, patterns, ways.get(one)!)));
  const cases = suite.cases.flatMap((definition) => casesOf(suite, definition, { namedBy, limits, filters }));
  if (cases.length === 0) throw new EmptyPlanError(whyEmpty(filters, field));
  const rows = cases.reduce((sum, one) => sum + one.contenders.length + one.unsupported.length, 0);
  if (rows > MOST.rows) throw errorAt(suite.file, ['case'], atMost(MOST.rows, `of the ${rows} rows`));
  const planned = new Set(cases.flatMap((one) => one.contenders));
  const contenders = [...runners.keys()].flatMap((runtime) =>
    [...wanted, ...limits].filter((one) => one.runtime === runtime && planned.has(one)),
  );
  return { suite, cases, contenders };
}

/** The suite's baseline, or the same serializer started in another way. */
function baselineAmong(rows: readonly SerializerContender[], { baseline }: SuiteDefinition) {
  const plain = baseline.replace(/\+[^/]*/, '');
  return (
    rows.find((one) => contenderName(one) === baseline) ??
    rows.find((one) => rowName({ ...namedOf(one), variant: null }) === plain)
  );
}

interface Choice {
  /** By a list of patterns, which most cases have in common. */
  readonly namedBy: (patterns: readonly string[]) => readonly SerializerContender[];
  readonly limits: readonly LimitContender[];
  readonly filters: Filters;
}

function casesOf(
  suite: SuiteDefinition,
  definition: SuiteCase,
  { namedBy, limits, filters }: Choice,
): PlannedCase[] {
  const named = namedBy(definition.serializers ?? suite.serializers);
  const cases: PlannedCase[] = [];
  for (const size of definition.sizes)
    for (const task of definition.tasks) {
      if (!selectsCase(filters, { dataset: definition.dataset, size, task })) continue;
      const does = (contender: SerializerContender) => contender.definition.tasks.includes(task as Task);
      const serializers = named.filter(does);
      const first = serializers[0];
      if (first === undefined) continue;
      const own = serializers.find(({ definition }) => definition.isAdded);
      const usual = baselineAmong(serializers, suite);
      const [baseline, standIn] = own && usual ? [own, usual] : [own ?? usual ?? first];
      const contenders = [...serializers, ...limits.filter((limit) => bounds(limit, task, serializers))];
      const unsupported = named.filter((one) => !does(one));
      const { dataset } = definition;
      cases.push({ dataset, size, task, batch: suite.batch, contenders, unsupported, baseline, standIn });
    }
  return cases;
}

/**
 * A suite names a variant by a pattern that asks for it; a filter that asks for a variant, or for none, brings it in where the
 * suite has the row in any of these ways. Every suite has the rows that were added.
 */
function isNamed(
  { definition }: SerializerContender,
  patterns: readonly string[],
  ways: readonly Named[],
): boolean {
  if (definition.isAdded && ways.some(({ variant }) => variant === null)) return true;
  return patterns.some((pattern) => ways.some((name) => selectsRow(pattern, name)));
}

/** The ways in which a suite may have a row, for it to be measured as it is. */
function waysAsked(row: SerializerContender, filters: Filters, runners: Runners): readonly Named[] {
  const ways = waysOf(row, runners);
  return asksForWay(filters, namedOf(row)) ? ways : ways.filter(({ variant }) => variant === row.variant);
}

/** A row, as suites know it, as its runtime is started plainly and in each variant. */
function waysOf({ runtime, definition }: SerializerContender, runners: Runners): Named[] {
  const serializer = plainId(definition);
  return variantsOf(runners.get(runtime)!).map((variant) => ({ runtime, variant, serializer }));
}

/** Trees are the libraries' own: there is nothing that bounds them. */
function bounds(limit: LimitContender, task: Task, serializers: readonly SerializerContender[]): boolean {
  const whole = task === 'serialize' || task === 'deserialize';
  return whole && serializers.some((one) => runtimeName(one) === runtimeName(limit));
}

/** What a suite has to choose from, with the variants that a filter could bring in. */
function fieldOf(suite: SuiteDefinition, runners: Runners): Field {
  const rows = [...runners.values()].flatMap(serializersOf);
  const patterns = [...new Set(suite.cases.flatMap((one) => one.serializers ?? suite.serializers))];
  const named = (one: SerializerContender) => isNamed(one, patterns, waysOf(one, runners));
  const cases = suite.cases.flatMap(({ dataset, sizes, tasks }) =>
    sizes.flatMap((size) => tasks.map((task) => ({ dataset, size, task: task as Task }))),
  );
  return { name: `suite ${suite.name}`, rows: rows.filter(named).map(rowOf), cases };
}

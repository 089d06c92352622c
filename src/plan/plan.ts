import { atMost, MOST } from '../define/bounds.ts';
import type { Catalog } from '../define/catalog.ts';
import { type Named, plainId, plainRuntime, rowName, runtimeName, variantsOf } from '../define/names.ts';
import { selectsRow } from '../define/patterns.ts';
import { errorAt } from '../define/toml.ts';
import {
  type RunnerDefinition,
  type Runners,
  type SuiteCase,
  type SuiteDefinition,
  TASKS,
  type Task,
} from '../define/types.ts';
import { usualBaseline } from './baseline.ts';
import {
  type Case,
  type Contender,
  contenderName,
  type LimitContender,
  limitsOf,
  namedOf,
  type SerializerContender,
} from './case.ts';
import { type Filters, namesVariant, selectsCase, selectsSerializer, variantFault } from './filters.ts';
import { EmptyPlanError, type Field, missedPatterns, whyEmpty } from './missed.ts';

export interface PlannedCase extends Case {
  readonly batch: number;
  readonly contenders: readonly Contender[];
  readonly unsupported: readonly SerializerContender[];
  /**
   * The row of `--baseline`; by default the first row of `--add`, else the suite's baseline in any variant, else the first row.
   */
  readonly baseline: SerializerContender;
  /**
   * Used instead of `baseline` if that row isn't ranked: the baseline that the case has without `--baseline` or, if the baseline
   * is a row of `--add`, the suite's baseline. Undefined if that is the same row or the case lacks it.
   */
  readonly standIn?: SerializerContender | undefined;
}

export interface Lineup {
  readonly cases: readonly PlannedCase[];
  readonly contenders: readonly Contender[];
}

export interface Plan extends Lineup {
  readonly suite: SuiteDefinition;
}

export function soloLineup(rows: readonly (readonly [SerializerContender, Case])[]): Lineup {
  const cases = rows.map(([contender, { dataset, size, task }]): PlannedCase => {
    const what = { dataset, size, task, batch: 1 };
    return { ...what, contenders: [contender], unsupported: [], baseline: contender };
  });
  return { cases, contenders: rows.map(([contender]) => contender) };
}

export function serializersOf(runner: RunnerDefinition): SerializerContender[] {
  const { runtime, serializers } = runner;
  return variantsOf(runner).flatMap((variant) =>
    serializers.map((definition) => ({ runtime, variant, definition, limit: null })),
  );
}

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

function wantedOf(runners: Runners, filters: Filters, field: Field, elsewhere: readonly Field[] = []) {
  const all = [...runners.values()].flatMap(serializersOf);
  const fault = variantFault(filters, all.map(namedOf));
  if (fault !== null) throw new EmptyPlanError(fault);
  const missed = missedPatterns(filters, field, elsewhere);
  if (missed.length > 0) throw new EmptyPlanError(missed.join('\n'));
  const wanted = all.filter((one) => isAdded(one, all) || selectsSerializer(filters, rowOf(one)));
  if (wanted.length === 0) throw new EmptyPlanError(whyEmpty(filters, field));
  return wanted;
}

export function selectFromAll(catalog: Catalog, filters: Filters) {
  const field = wholeField(catalog, 'what is defined');
  const rows = wantedOf(catalog.runners, filters, field);
  return { rows, cases: field.cases.filter((one) => selectsCase(filters, one)) };
}

/**
 * True for a row of `--add` that filters never exclude: it is in the runtime's default variant, isn't a version such as `json@2`,
 * and has no such versions beside it.
 */
function isAdded({ runtime, variant, definition }: SerializerContender, all: readonly SerializerContender[]) {
  const { id, entry } = definition;
  const isVersion = (one: SerializerContender) => one.runtime === runtime && one.definition.entry === id;
  return definition.isAdded && entry === undefined && variant === null && !all.some(isVersion);
}

export const rowOf = (one: SerializerContender) => ({ ...namedOf(one), format: one.definition.format });

/**
 * Plans the cases and rows of a suite that the filters select.
 * @param others all definitions, for suggestions in errors
 * @param called the suite's name in errors
 * @throws EmptyPlanError if the filters or one of their patterns select nothing; DefinitionError if there are too many rows
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
  const named = suite.baseline === '' ? { ...suite, baseline: usualBaseline(wanted, filters) } : suite;
  const lists = new Set(named.cases.map(({ serializers = named.serializers }) => serializers));
  const rowsOf = (patterns: readonly string[]) =>
    wanted.filter((one) => isNamed(one, patterns, namesAsked(one, filters, runners)));
  const rowsBy = new Map([...lists].map((patterns) => [patterns, rowsOf(patterns)]));
  const cases = named.cases.flatMap((definition) => casesOf(named, definition, { rowsBy, limits, filters }));
  if (cases.length === 0) throw new EmptyPlanError(whyEmpty(filters, field));
  const rows = cases.reduce((sum, one) => sum + one.contenders.length + one.unsupported.length, 0);
  if (rows > MOST.rows) throw errorAt(suite.file, ['case'], atMost(MOST.rows, `of the ${rows} rows`));
  const planned = new Set(cases.flatMap((one) => one.contenders));
  const contenders = [...runners.keys()].flatMap((runtime) =>
    [...wanted, ...limits].filter((one) => one.runtime === runtime && planned.has(one)),
  );
  return { suite: named, cases, contenders };
}

/** Finds the row that the suite names as baseline, else the same row in another variant or version of its runtime. */
function baselineAmong(rows: readonly SerializerContender[], { baseline }: SuiteDefinition) {
  const plain = baseline.replace(/\+[^/]*/, '');
  const plainName = (one: SerializerContender) =>
    rowName({ ...namedOf(one), runtime: plainRuntime(one.runtime), variant: null });
  return rows.find((one) => contenderName(one) === baseline) ?? rows.find((one) => plainName(one) === plain);
}

interface Choice {
  readonly rowsBy: ReadonlyMap<readonly string[], readonly SerializerContender[]>;
  readonly limits: readonly LimitContender[];
  readonly filters: Filters;
}

function casesOf(suite: SuiteDefinition, definition: SuiteCase, { rowsBy, limits, filters }: Choice) {
  const named = rowsBy.get(definition.serializers ?? suite.serializers)!;
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

function isNamed({ definition }: SerializerContender, patterns: readonly string[], names: readonly Named[]) {
  if (definition.isAdded && names.some(({ variant }) => variant === null)) return true;
  return patterns.some((pattern) => names.some((name) => selectsRow(pattern, name)));
}

/**
 * Returns the names by which a suite's patterns may include a row: its own or, if a filter asks for its variant, its names in all
 * variants.
 */
function namesAsked(row: SerializerContender, filters: Filters, runners: Runners): readonly Named[] {
  const names = variantNames(row, runners);
  return namesVariant(filters, namedOf(row)) ? names : names.filter(({ variant }) => variant === row.variant);
}

function variantNames({ runtime, definition }: SerializerContender, runners: Runners): Named[] {
  const [plain, serializer] = [plainRuntime(runtime), plainId(definition)];
  return variantsOf(runners.get(runtime)!).map((variant) => ({ runtime: plain, variant, serializer }));
}

function bounds(limit: LimitContender, task: Task, serializers: readonly SerializerContender[]): boolean {
  const hasLimits = task === 'serialize' || task === 'deserialize';
  return hasLimits && serializers.some((one) => runtimeName(one) === runtimeName(limit));
}

function fieldOf(suite: SuiteDefinition, runners: Runners): Field {
  const rows = [...runners.values()].flatMap(serializersOf);
  const patterns = [...new Set(suite.cases.flatMap((one) => one.serializers ?? suite.serializers))];
  const named = (one: SerializerContender) => isNamed(one, patterns, variantNames(one, runners));
  const cases = suite.cases.flatMap(({ dataset, sizes, tasks }) =>
    sizes.flatMap((size) => tasks.map((task) => ({ dataset, size, task: task as Task }))),
  );
  return { name: `suite ${suite.name}`, rows: rows.filter(named).map(rowOf), cases };
}

import { type Named, runtimeName, variantsOf } from '../define/names.ts';
import { selectsRow } from '../define/patterns.ts';
import type { RunnerDefinition, SuiteCase, SuiteDefinition, Task } from '../define/types.ts';
import {
  type Case,
  type Contender,
  contenderName,
  type LimitContender,
  namedOf,
  type SerializerContender,
} from './case.ts';
import { addsVariant, askedInVain, type Filters, selectsCase, selectsSerializer } from './filters.ts';
import { limitsOf } from './limits.ts';

/** One case with its rows. */
export interface PlannedCase extends Case {
  readonly batch: number;
  /** Serializers that do the task, then the limits of their runtimes: they are built, verified and measured. */
  readonly contenders: readonly Contender[];
  /** Those that the suite names but that do not do this task: rows with verdict `unsupported`. */
  readonly unsupported: readonly SerializerContender[];
  /** The suite's baseline if it takes part, else the first serializer. */
  readonly baseline: SerializerContender;
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

/**
 * What the filters leave of all runners' serializers.
 *
 * @throws EmptyPlanError when that is nothing, or a filter asks for a variant that there isn't
 */
export function wantedOf(
  runners: ReadonlyMap<string, RunnerDefinition>,
  filters: Filters,
): SerializerContender[] {
  const all = [...runners.values()].flatMap(serializersOf);
  const inVain = askedInVain(filters, all.map(namedOf));
  if (inVain !== null) throw new EmptyPlanError(inVain);
  const wanted = all.filter((one) =>
    selectsSerializer(filters, { ...namedOf(one), format: one.definition.format }),
  );
  if (wanted.length === 0) throw new EmptyPlanError(nobodyWanted(all));
  return wanted;
}

/** Nothing is left to do; the message says which filter or pattern to look at. */
export class EmptyPlanError extends Error {
  override readonly name = 'EmptyPlanError';
}

/**
 * A suite and the user's filters → cases × serializers.
 *
 * @param runners by runtime
 * @param withLimits whether each case has the limits of its runtimes too; filters leave them alone
 * @throws EmptyPlanError as `wantedOf`, and when the filters leave nothing of the suite
 */
export function makePlan(
  suite: SuiteDefinition,
  runners: ReadonlyMap<string, RunnerDefinition>,
  filters: Filters,
  withLimits = false,
): Plan {
  const wanted = wantedOf(runners, filters);
  const limits = withLimits ? [...runners.values()].flatMap(limitsOf) : [];
  const cases = suite.cases.flatMap((definition) => casesOf(suite, definition, { wanted, limits, filters }));
  if (cases.length === 0) throw new EmptyPlanError(whyEmpty(suite));
  const planned = new Set(cases.flatMap((one) => one.contenders));
  const contenders = [...runners.keys()].flatMap((runtime) =>
    [...wanted, ...limits].filter((one) => one.runtime === runtime && planned.has(one)),
  );
  return { suite, cases, contenders };
}

/** What the user left to choose from. */
interface Choice {
  readonly wanted: readonly SerializerContender[];
  readonly limits: readonly LimitContender[];
  readonly filters: Filters;
}

function casesOf(
  suite: SuiteDefinition,
  definition: SuiteCase,
  { wanted, limits, filters }: Choice,
): PlannedCase[] {
  const patterns = definition.serializers ?? suite.serializers;
  const named = wanted.filter((contender) => isNamed(patterns, filters, namedOf(contender)));
  const cases: PlannedCase[] = [];
  for (const size of definition.sizes)
    for (const task of definition.tasks) {
      if (!selectsCase(filters, { dataset: definition.dataset, size, task })) continue;
      const does = (contender: SerializerContender) => contender.definition.tasks.includes(task as Task);
      const serializers = named.filter(does);
      const first = serializers[0];
      if (first === undefined) continue;
      const baseline = serializers.find((one) => contenderName(one) === suite.baseline) ?? first;
      const contenders = [...serializers, ...limits.filter((limit) => bounds(limit, task, serializers))];
      const unsupported = named.filter((one) => !does(one));
      const { dataset } = definition;
      cases.push({ dataset, size, task, batch: suite.batch, contenders, unsupported, baseline });
    }
  return cases;
}

/** A suite names a variant by a pattern that asks for it; a filter that asks for it brings it in beside the plain row. */
function isNamed(patterns: readonly string[], filters: Filters, row: Named): boolean {
  const names = addsVariant(filters, row) ? [row, { ...row, variant: null }] : [row];
  return patterns.some((pattern) => names.some((name) => selectsRow(pattern, name)));
}

/** Trees are the libraries' own: there is nothing that bounds them. */
function bounds(limit: LimitContender, task: Task, serializers: readonly SerializerContender[]): boolean {
  const whole = task === 'serialize' || task === 'deserialize';
  return whole && serializers.some((one) => runtimeName(one) === runtimeName(limit));
}

function nobodyWanted(all: readonly SerializerContender[]): string {
  const names = all.filter(({ variant }) => variant === null).map(contenderName);
  const variants = [...new Set(all.filter(({ variant }) => variant !== null).map(runtimeName))];
  const also = variants.length === 0 ? '' : `; and in variants: ${variants.join(', ')}`;
  return `no serializer matches the filters; there are: ${names.join(', ')}${also}`;
}

function whyEmpty(suite: SuiteDefinition): string {
  const cases = suite.cases.flatMap(({ dataset, sizes, tasks }) =>
    sizes.map((size) => `${dataset}/${size} (${tasks.join(', ')})`),
  );
  return `the filters leave nothing of suite ${suite.name}, which has ${cases.join('; ')} for ${suite.serializers.join(', ')}`;
}

import type { RunnerDefinition, SuiteCase, SuiteDefinition, Task } from '../define/types.ts';
import { type Filters, matchesAny, selectsCase, selectsSerializer } from './filters.ts';
import type { Case, Contender } from './verdict.ts';

/** One case with its rows. */
export interface PlannedCase extends Case {
  readonly batch: number;
  /** Those that do the task: they are built, verified and measured. */
  readonly contenders: readonly Contender[];
  /** Those that the suite names but that do not do this task: rows with verdict `unsupported`. */
  readonly unsupported: readonly Contender[];
  /** The suite's baseline if it takes part, else the first contender. */
  readonly baseline: Contender;
}

export interface Plan {
  readonly suite: SuiteDefinition;
  readonly cases: readonly PlannedCase[];
  /** Every contender of any case, once, runtimes together. */
  readonly contenders: readonly Contender[];
}

/** `jvm/circe`. */
export function contenderName(contender: Contender): string {
  return `${contender.runtime}/${contender.definition.id}`;
}

/** `users/small, serialize`. */
export function caseName(what: Case): string {
  return `${what.dataset}/${what.size}, ${what.task}`;
}

/** Nothing is left to do; the message says which filter or pattern to look at. */
export class EmptyPlanError extends Error {
  override readonly name = 'EmptyPlanError';
}

/**
 * A suite and the user's filters → cases × serializers.
 *
 * @param runners by runtime
 * @throws EmptyPlanError when the filters leave nothing
 */
export function makePlan(
  suite: SuiteDefinition,
  runners: ReadonlyMap<string, RunnerDefinition>,
  filters: Filters,
): Plan {
  const all = [...runners.values()].flatMap((runner) =>
    runner.serializers.map((definition) => ({ runtime: runner.runtime, definition })),
  );
  const wanted = all.filter(({ runtime, definition }) =>
    selectsSerializer(filters, { runtime, id: definition.id, format: definition.format }),
  );
  if (wanted.length === 0)
    throw new EmptyPlanError(
      `no serializer matches the filters; there are: ${all.map(contenderName).join(', ')}`,
    );
  const cases = suite.cases.flatMap((definition) => casesOf(suite, definition, wanted, filters));
  if (cases.length === 0) throw new EmptyPlanError(whyEmpty(suite));
  const contenders = all.filter((one) => cases.some((planned) => planned.contenders.includes(one)));
  return { suite, cases, contenders };
}

function casesOf(
  suite: SuiteDefinition,
  definition: SuiteCase,
  wanted: readonly Contender[],
  filters: Filters,
): PlannedCase[] {
  const patterns = definition.serializers ?? suite.serializers;
  const named = wanted.filter((contender) => matchesAny(patterns, contenderName(contender)));
  const cases: PlannedCase[] = [];
  for (const size of definition.sizes)
    for (const task of definition.tasks) {
      if (!selectsCase(filters, { dataset: definition.dataset, size, task })) continue;
      const does = (contender: Contender) => contender.definition.tasks.includes(task as Task);
      const contenders = named.filter(does);
      const first = contenders[0];
      if (first === undefined) continue;
      const baseline = contenders.find((one) => contenderName(one) === suite.baseline) ?? first;
      const unsupported = named.filter((one) => !does(one));
      const { dataset } = definition;
      cases.push({ dataset, size, task, batch: suite.batch, contenders, unsupported, baseline });
    }
  return cases;
}

function whyEmpty(suite: SuiteDefinition): string {
  const cases = suite.cases.flatMap(({ dataset, sizes, tasks }) =>
    sizes.map((size) => `${dataset}/${size} (${tasks.join(', ')})`),
  );
  return `the filters leave nothing of suite ${suite.name}, which has ${cases.join('; ')} for ${suite.serializers.join(', ')}`;
}

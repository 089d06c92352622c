import type { Catalog } from '../define/catalog.ts';
import { isOwn, type RunnerDefinition, type SerializerDefinition } from '../define/types.ts';
import { codecs } from '../oracle/codecs.ts';
import { type Contender, isReading } from '../plan/case.ts';
import type { Lineup, PlannedCase } from '../plan/plan.ts';
import { isWhole, type SchemaModel } from '../schema/model.ts';
import { groupBy } from '../stats/group-by.ts';
import { buildRunner } from './build.ts';
import { codeDigest } from './code.ts';
import { variantOf } from './start.ts';
import type { BuildResult, BuildRunnerInput } from './types.ts';

export interface BuildsInput
  extends Omit<BuildRunnerInput, 'runner' | 'serializers' | 'datasets' | 'wanted'> {
  readonly plan: Lineup;
  readonly catalog: Catalog;
}

const ONE_WAY = "this dataset's objects and documents have different fields, so documents can't be read back";

export interface Builds {
  of(planned: PlannedCase, contender: Contender): BuildResult;
  code(contender: Contender): string;
  /** Licenses of the built packages, else the manifest's license; undefined if unknown, and for limits such as `copy`. */
  license(contender: Contender): string | undefined;
}

export async function buildPlan(
  input: BuildsInput,
  models: ReadonlyMap<string, SchemaModel>,
): Promise<Builds> {
  const { plan, catalog } = input;
  const results = new Map<string, BuildResult>();
  for (const runner of catalog.runners.values()) {
    const builtIn = (contenders: readonly Contender[]) => {
      const own = contenders.filter(({ runtime }) => runtime === runner.runtime);
      return [...new Set(own.flatMap((one) => [one, readerOf(runner, one)].map(builtFor)))];
    };
    const serializers = builtIn(plan.contenders);
    if (serializers.length === 0) continue;
    const cases = plan.cases.map(({ dataset, contenders }) => {
      return { dataset, ids: builtIn(contenders).map(({ id }) => id) };
    });
    const wanted = ({ id }: SerializerDefinition, name: string) =>
      cases.some(({ dataset, ids }) => dataset === name && ids.includes(id));
    const built = await buildRunner({ ...input, runner, serializers, datasets: models, wanted });
    for (const [id, result] of built) results.set(`${runner.runtime}/${id}`, result);
  }
  const digests = new Map<string, string>();
  return {
    of({ dataset, task }, contender) {
      const model = models.get(dataset)!;
      const { format } = contender.definition;
      const oneWay = isReading(task) && !isWhole(model) ? ONE_WAY : null;
      const reason = oneWay ?? (isOwn(format) ? null : codecs[format].unsupported(model));
      if (reason !== null) return { ok: false, verdict: 'unsupported', reason };
      return results.get(`${contender.runtime}/${builtFor(contender).id}/${dataset}`)!;
    },
    code(contender) {
      const runner = catalog.runners.get(contender.runtime)!;
      return codeDigest(runner, builtFor(contender), variantOf(runner, contender.variant), digests);
    },
    license({ runtime, definition, limit }) {
      if (limit !== null) return undefined;
      const name = `${runtime}/${definition.id}/`;
      const built = [...results].find(([unit, { ok }]) => ok && unit.startsWith(name))?.[1];
      return licenseText(built?.ok ? built.licenses : {}) ?? definition.license;
    },
  };
}

/**
 * `MIT` if all packages have this license, else `MIT (one, two); Apache-2.0 (three)`; undefined without licenses.
 * @param licenses by package
 */
export function licenseText(licenses: Readonly<Record<string, string>>): string | undefined {
  const stated = groupBy(Object.entries(licenses), ([, text]) => text);
  if (stated.size < 2) return [...stated.keys()][0];
  return [...stated].map(([text, of]) => `${text} (${of.map(([name]) => name).join(', ')})`).join('; ');
}

export function builtFor(contender: Contender): SerializerDefinition {
  return contender.limit === null ? contender.definition : contender.host;
}

/** Returns the row that decodes a row's results: the `reader` of its manifest entry, else the row itself. */
export function readerOf({ serializers }: RunnerDefinition, contender: Contender): Contender {
  if (contender.limit !== null || contender.definition.reader === undefined) return contender;
  const { reader } = contender.definition;
  return { ...contender, definition: serializers.find(({ id }) => id === reader)! };
}

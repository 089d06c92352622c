import { variantsOf } from '../define/names.ts';
import type { Limit, RunnerDefinition } from '../define/types.ts';
import type { LimitContender, LimitDefinition } from './case.ts';

/** What the rows are called: what is done, not how good it is. */
const TITLES: Readonly<Record<Limit, string>> = {
  'no-op': 'nothing at all (the harness)',
  copy: 'copying the JSON document',
  write: 'writing the JSON document from a ready string',
  walk: 'walking the objects',
};

/** The limits that a runtime's kit offers, in each variant; none for a kit without. */
export function limitsOf(runner: RunnerDefinition): LimitContender[] {
  const { runtime, limits, serializers } = runner;
  if (limits === undefined) return [];
  const host = serializers.find(({ id }) => id === limits.host);
  // Definitions are checked when they are read; a plan without its limits would go unnoticed.
  if (host === undefined)
    throw new Error(`${runtime}: the host of its limits, ${limits.host}, is not defined`);
  return variantsOf(runner).flatMap((variant) =>
    limits.kinds.map((limit) => ({ runtime, variant, definition: definitionOf(limit), limit, host })),
  );
}

function definitionOf(limit: Limit): LimitDefinition {
  return {
    id: `limit-${limit}`,
    title: TITLES[limit],
    format: 'json',
    output: 'bytes',
    deviations: [],
    packages: [],
  };
}

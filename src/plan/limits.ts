import type { Limit, RunnerDefinition } from '../define/types.ts';
import type { LimitContender } from './case.ts';

/** What the rows are called: what is done, not how good it is. */
const TITLES: Readonly<Record<Limit, string>> = {
  'no-op': 'nothing at all (the harness)',
  copy: 'copying the JSON document',
  write: 'writing the JSON document from a ready string',
  walk: 'walking the objects',
};

/** The limits that a runtime's kit offers, none for a kit without. */
export function limitsOf({ runtime, limits, serializers }: RunnerDefinition): LimitContender[] {
  if (limits === undefined) return [];
  const host = serializers.find(({ id }) => id === limits.host);
  // Definitions are checked when they are read; a plan without its limits would go unnoticed.
  if (host === undefined)
    throw new Error(`${runtime}: the host of its limits, ${limits.host}, is not defined`);
  return limits.kinds.map((limit) => ({
    runtime,
    definition: {
      id: `limit-${limit}`,
      title: TITLES[limit],
      format: 'json',
      output: 'bytes',
      deviations: [],
      packages: [],
    },
    limit,
    host,
  }));
}

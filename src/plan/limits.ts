import { variantsOf } from '../define/names.ts';
import type { Limit, RunnerDefinition } from '../define/types.ts';
import type { LimitContender } from './case.ts';

/** What the rows are called: what is done, not how good it is. */
const TITLES: Readonly<Record<Limit, string>> = {
  'no-op': 'nothing at all (the harness)',
  copy: 'copying the JSON document',
  write: 'writing the JSON document from a ready string',
  walk: 'walking the objects',
};

/** What comes out of each of them. */
const ALIKE = { format: 'json', output: 'bytes', deviations: [], packages: [] } as const;

/** The limits that a runtime's kit offers, in each variant; none for a kit without. */
export function limitsOf(runner: RunnerDefinition): LimitContender[] {
  const { runtime, limits, serializers } = runner;
  if (limits === undefined) return [];
  const host = serializers.find(({ id }) => id === limits.host)!;
  const definition = (limit: Limit) => ({ id: `limit-${limit}`, title: TITLES[limit], ...ALIKE });
  return variantsOf(runner).flatMap((variant) =>
    limits.kinds.map((limit) => ({ runtime, variant, definition: definition(limit), limit, host })),
  );
}

import { type Named, rowName, variantsOf } from '../define/names.ts';
import type { Limit, RunnerDefinition, SerializerDefinition, Task } from '../define/types.ts';

export interface Case {
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
}

export interface SerializerContender extends Pick<Named, 'runtime' | 'variant'> {
  readonly definition: SerializerDefinition;
  readonly limit: null;
}

type LimitDefinition = Omit<
  SerializerDefinition,
  'tasks' | 'file' | 'sources' | 'artifacts' | 'options' | 'line'
>;

/**
 * A row that measures a limit: a time that no serializer of the runtime can beat, such as the time to copy the document
 * (docs/PROTOCOL.md, "Limits").
 */
export interface LimitContender extends Pick<SerializerContender, 'runtime' | 'variant'> {
  readonly definition: LimitDefinition;
  readonly limit: Limit;
  readonly host: SerializerDefinition;
}

export type Contender = SerializerContender | LimitContender;

export function contenderName(contender: Contender): string {
  return rowName(namedOf(contender));
}

export function namedOf({ runtime, variant, definition }: Contender): Named {
  return { runtime, variant, serializer: definition.id };
}

const TITLES: Readonly<Record<Limit, string>> = {
  'no-op': 'nothing at all (the harness)',
  copy: 'copying the JSON document',
  write: 'writing the JSON document from a ready string',
  walk: 'walking the objects',
};

const ALIKE = { format: 'json', output: 'bytes', deviations: [], packages: [] } as const;

export function limitsOf(runner: RunnerDefinition): LimitContender[] {
  const { runtime, limits, serializers } = runner;
  if (limits === undefined) return [];
  const host = serializers.find(({ id }) => id === limits.host)!;
  const definition = (limit: Limit) => ({ id: `limit-${limit}`, title: TITLES[limit], ...ALIKE });
  return variantsOf(runner).flatMap((variant) =>
    limits.kinds.map((limit) => ({ runtime, variant, definition: definition(limit), limit, host })),
  );
}

export function isReading(task: Task): boolean {
  return task === 'deserialize' || task === 'parse-tree';
}

/** The names of contenders, cases and their documents, in plans, records and reports. */
import type { RunnerDefinition, SerializerDefinition } from './types.ts';

export interface Named {
  readonly runtime: string;
  /** Null: the runtime as its manifest starts it. */
  readonly variant: string | null;
  readonly serializer: string;
}

/** `ark`, `ark+parallel-gc`: one way to start a runtime. */
export function runtimeName({ runtime, variant }: Pick<Named, 'runtime' | 'variant'>): string {
  return variant === null ? runtime : `${runtime}+${variant}`;
}

/** `ark/jackson`, `ark+parallel-gc/jackson`. */
export function rowName(of: Named): string {
  return `${runtimeName(of)}/${of.serializer}`;
}

/** By what a runner's kit and suites know a row: a version of it has the id of the row that it was made from. */
export function plainId({ id, entry }: Pick<SerializerDefinition, 'id' | 'entry'>): string {
  return entry ?? id;
}

/** `users/small`. */
export function documentsName({ dataset, size }: { dataset: string; size: string }): string {
  return `${dataset}/${size}`;
}

/** `users/small, serialize`. */
export function caseName({ task, ...documents }: { dataset: string; size: string; task: string }): string {
  return `${documentsName(documents)}, ${task}`;
}

/** The variants that a runner can be started in; the plain one, null, before all else. */
export function variantsOf({ variants }: Pick<RunnerDefinition, 'variants'>): (string | null)[] {
  return [null, ...variants.map(({ id }) => id)];
}

/** All that a runner can do: each of its serializers in each variant. */
export function rowsOf(runner: RunnerDefinition): Named[] {
  const { runtime, serializers } = runner;
  return variantsOf(runner).flatMap((variant) =>
    serializers.map(({ id }) => ({ runtime, variant, serializer: id })),
  );
}

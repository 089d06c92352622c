/** How contenders, cases and their documents are called, by who plans them, records them and shows them. */

/** What a name is made of. */
export interface Named {
  readonly runtime: string;
  /** Null: the runtime as its manifest starts it. */
  readonly variant?: string | null;
  readonly serializer: string;
}

/** `jvm`, `jvm+parallel-gc`: one way to start a runtime. */
export function runtimeName({ runtime, variant = null }: Pick<Named, 'runtime' | 'variant'>): string {
  return variant === null ? runtime : `${runtime}+${variant}`;
}

/** `jvm/jackson`, `jvm+parallel-gc/jackson`. */
export function rowName(of: Named): string {
  return `${runtimeName(of)}/${of.serializer}`;
}

/** `users/small`. */
export function documentsName({ dataset, size }: { dataset: string; size: string }): string {
  return `${dataset}/${size}`;
}

/** `users/small, serialize`. */
export function caseName({ task, ...documents }: { dataset: string; size: string; task: string }): string {
  return `${documentsName(documents)}, ${task}`;
}

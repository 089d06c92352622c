import type { RunnerDefinition, SerializerDefinition } from './types.ts';

export interface Named {
  readonly runtime: string;
  /** Id of the variant (other start options of the runtime); null without one. */
  readonly variant: string | null;
  readonly serializer: string;
}

export function runtimeName({ runtime, variant }: Pick<Named, 'runtime' | 'variant'>): string {
  return variant === null ? runtime : `${runtime}+${variant}`;
}

export function rowName(of: Named): string {
  return `${runtimeName(of)}/${of.serializer}`;
}

/** Name of a runtime without its version, as in its manifest and in suites: `ark@24` → `ark`. */
export function plainRuntime(runtime: string): string {
  return runtime.split('@')[0]!;
}

/** Returns true if the rows have a runtime in several versions, such as `ark@22` and `ark@24`. */
export function hasVersions(rows: readonly Pick<Named, 'runtime'>[]): boolean {
  const runtimes = new Set(rows.map(({ runtime }) => runtime));
  return runtimes.size > new Set([...runtimes].map(plainRuntime)).size;
}

/**
 * Splits the id of a cell (one run of a fleet), such as `epyc+quickstart+1`, into the kind of machine and the work (suite, or
 * `[[run]]` of fleet.toml). Both are empty for a run outside a fleet.
 */
export function cellParts(cell = ''): { readonly kind: string; readonly work: string } {
  const [kind = '', work = ''] = cell.split('+');
  return { kind, work };
}

/** Id of a row without its version, as in its manifest and in suites. */
export function plainId({ id, entry }: Pick<SerializerDefinition, 'id' | 'entry'>): string {
  return entry ?? id;
}

export function documentsName({ dataset, size }: { dataset: string; size: string }): string {
  return `${dataset}/${size}`;
}

export function caseName({ task, ...documents }: { dataset: string; size: string; task: string }): string {
  return `${documentsName(documents)}, ${task}`;
}

export function variantsOf({ variants }: Pick<RunnerDefinition, 'variants'>): (string | null)[] {
  return [null, ...variants.map(({ id }) => id)];
}

export function rowsOf(runner: RunnerDefinition): Named[] {
  const { runtime, serializers } = runner;
  return variantsOf(runner).flatMap((variant) =>
    serializers.map(({ id }) => ({ runtime, variant, serializer: id })),
  );
}

/** Quotes a word if a POSIX shell needs it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

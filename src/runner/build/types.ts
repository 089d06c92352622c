import type { RunnerDefinition, SerializerDefinition } from '../../define/types.ts';
import type { SchemaModel } from '../../schema/model.ts';

/** What a builder is given. It may read the runner's folder and write only below `folder`. */
export interface BuildInput {
  readonly runner: RunnerDefinition;
  /** The serializers that are wanted; a builder may build more, never less. */
  readonly serializers: readonly SerializerDefinition[];
  /** The datasets whose models are needed, by name. */
  readonly datasets: ReadonlyMap<string, SchemaModel>;
  /** Build folder of this runner in the cache; exists. */
  readonly folder: string;
  /** Told what is being done, a short line each: `jvm: compiling circe (3 of 12)`. */
  readonly progress: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** Where a serializer's start command finds what was built: values for the placeholders of `start`. */
export type BuildResult =
  | { readonly ok: true; readonly placeholders: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: string; readonly cure: string };

/** By serializer id; every wanted serializer has an entry. A failure of one stops no other. */
export type BuildResults = ReadonlyMap<string, BuildResult>;

/**
 * Skips everything that has not changed since the last build in the same folder, within a second. Throws only when
 * aborted; what can't be built is a result with its reason.
 */
export type Builder = (input: BuildInput) => Promise<BuildResults>;

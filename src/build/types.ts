import type { RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import type { SchemaModel } from '../schema/model.ts';

export interface BuildRunnerInput {
  readonly runner: RunnerDefinition;
  readonly serializers: readonly SerializerDefinition[];
  readonly datasets: ReadonlyMap<string, SchemaModel>;
  /** Which serializer is needed for which dataset; by default each for each. */
  readonly wanted?: (serializer: SerializerDefinition, dataset: string) => boolean;
  /** wiremark's cache folder. */
  readonly cache: string;
  /** Told what is being done, a short line each: `jvm: compiling circe (3 of 12)`. */
  readonly progress: (message: string) => void;
  readonly signal?: AbortSignal;
  /** Longest silence of the build program in milliseconds; ten minutes by default. */
  readonly silence?: number;
  /** Whether what is remembered as failed is tried again. */
  readonly rebuild?: boolean | undefined;
}

/** One thing to be built: a serializer, for one dataset where builds take models. */
export interface Unit {
  /** `jackson`, or `jackson/users`. */
  readonly id: string;
  readonly serializer: SerializerDefinition;
  readonly dataset: string | null;
  /** Path; null unless builds take models. */
  readonly model: string | null;
  /** Kind → path; none unless builds take models. */
  readonly artifacts: ReadonlyMap<string, string>;
  /** Digest of all that decides what comes out. */
  readonly key: string;
}

/** What has come of building a unit. */
export type BuildAnswer =
  | {
      readonly ok: true;
      /** `{target}` in a value is the unit's final folder. */
      readonly placeholders: ReadonlyMap<string, string>;
      /** Paths outside of the unit's folder without which it is of no use. */
      readonly needs: readonly string[];
      /** Package → its license, as the package states it. */
      readonly licenses: ReadonlyMap<string, string>;
    }
  | (BuildFailure & {
      /** Seconds for which the failure stands if nothing changes. */
      readonly retry: number;
    });

export interface BuildFailure {
  readonly ok: false;
  /** The program itself says the first two; by the others it failed without. */
  readonly verdict: 'unavailable' | 'unsupported' | 'crash' | 'timeout';
  readonly reason: string;
  readonly fix?: string;
}

/** Values for the placeholders of `start`, or why a row is unavailable. */
export type BuildResult =
  | {
      readonly ok: true;
      readonly placeholders: Readonly<Record<string, string>>;
      /** Package → its license. */
      readonly licenses: Readonly<Record<string, string>>;
    }
  | BuildFailure;

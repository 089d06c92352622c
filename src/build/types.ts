import type { RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import type { SchemaModel } from '../schema/model.ts';

export interface BuildRunnerInput {
  readonly runner: RunnerDefinition;
  readonly serializers: readonly SerializerDefinition[];
  readonly datasets: ReadonlyMap<string, SchemaModel>;
  readonly wanted?: (serializer: SerializerDefinition, dataset: string) => boolean;
  readonly cache: string;
  /** Takes short lines: `jvm: compiling circe (3 of 12)`. */
  readonly progress: (message: string) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds without a line after which the build program is killed; default: ten minutes. */
  readonly silence?: number;
  readonly rebuild?: boolean | undefined;
}

/** A serializer to build, for one dataset if builds take models: else `dataset` and `model` are null. */
export interface Unit {
  /** `jackson`, or `jackson/users`. */
  readonly id: string;
  readonly serializer: SerializerDefinition;
  readonly dataset: string | null;
  /** Paths of the model and of other files from the schema, by kind (`proto`). */
  readonly model: string | null;
  readonly artifacts: ReadonlyMap<string, string>;
  readonly key: string;
}

export type BuildAnswer =
  | {
      readonly ok: true;
      /** `{target}` in a value is the unit's final folder. */
      readonly placeholders: Readonly<Record<string, string>>;
      /** Other paths that the unit needs; if one is missing later, it is built again. */
      readonly needs: readonly string[];
      /** Package → its license. */
      readonly licenses: Readonly<Record<string, string>>;
    }
  | (BuildFailure & {
      /** Seconds for which the failure is remembered. */
      readonly retry: number;
    });

export interface BuildFailure {
  readonly ok: false;
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

import type { RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import type { SchemaModel } from '../schema/model.ts';

export interface BuildRunnerInput {
  readonly runner: RunnerDefinition;
  readonly serializers: readonly SerializerDefinition[];
  readonly datasets: ReadonlyMap<string, SchemaModel>;
  /** Model (types) of a row's documents, which may be plain objects; by default, the model of the dataset. */
  readonly modelOf?: (serializer: SerializerDefinition, dataset: string) => SchemaModel;
  readonly wanted?: (serializer: SerializerDefinition, dataset: string) => boolean;
  readonly cache: string;
  readonly progress: (message: string) => void;
  readonly signal?: AbortSignal;
  /** The build program is killed if it prints no line for this time in ms; default: ten minutes. */
  readonly silence?: number;
  readonly rebuild?: boolean | undefined;
}

/** A serializer to build: for one dataset if the runner's builds need models; else `dataset` and `model` are null. */
export interface Unit {
  /** `jackson`, or `jackson/users` for one dataset. */
  readonly id: string;
  readonly serializer: SerializerDefinition;
  readonly dataset: string | null;
  /** Path of the model (the schema's types). */
  readonly model: string | null;
  /** Paths of other files generated from the schema, by kind (`proto`). */
  readonly artifacts: ReadonlyMap<string, string>;
  readonly key: string;
}

interface BuildSuccess {
  readonly ok: true;
  /** Values by placeholder of the start command. `{target}` in a build program's value stands for the unit's final folder. */
  readonly placeholders: Readonly<Record<string, string>>;
  readonly licenses: Readonly<Record<string, string>>;
}

export type BuildAnswer =
  | (BuildSuccess & {
      /** Other paths that the unit needs. If one is missing later, the unit is built again. */
      readonly needs: readonly string[];
    })
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

export type BuildResult = BuildSuccess | BuildFailure;

import type { SchemaModel } from '../model.ts';

/** What an emitter is told: the dataset's name (`test-object`) and its type model. */
export interface EmitInput {
  readonly dataset: string;
  readonly model: SchemaModel;
}

/** Relative path → content. Pure and deterministic: the same input gives the same bytes. */
export type Emitted = ReadonlyMap<string, string>;
export type Emitter = (input: EmitInput) => Emitted;

import type { SchemaModel } from '../model.ts';

/** What an emitter is told. */
export interface EmitInput {
  /** The dataset's name: `test-object`. */
  readonly dataset: string;
  readonly model: SchemaModel;
  /** Options of the proto file, such as `optimize_for = SPEED`; `{dataset}` in them is the package's last part. */
  readonly protoOptions?: readonly string[];
}

/** A format can't carry what a schema has; the message says what, for people. */
export class UnsupportedByFormat extends Error {
  override readonly name = 'UnsupportedByFormat';
}

/** Relative path → content. Pure and deterministic: the same input gives the same bytes. */
export type Emitted = ReadonlyMap<string, string>;
/** Throws UnsupportedByFormat. */
export type Emitter = (input: EmitInput) => Emitted;

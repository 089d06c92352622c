import type { SchemaModel } from '../model.ts';

export interface EmitInput {
  /** The dataset's name: `test-object`. */
  readonly dataset: string;
  readonly model: SchemaModel;
  /** Options of the proto file, such as `java_multiple_files = true`; `{dataset}` in them is the package's last part. */
  readonly protoOptions?: readonly string[];
}

/** A format can't carry what a schema has; the message says what, for people. */
export class UnsupportedByFormat extends Error {
  override readonly name = 'UnsupportedByFormat';
}

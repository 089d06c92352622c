import type { SchemaModel } from '../model.ts';

export interface EmitInput {
  readonly dataset: string;
  readonly model: SchemaModel;
  /** Options of the proto file, such as `java_multiple_files = true`; `{dataset}` in them is the package's last part. */
  readonly protoOptions?: readonly string[];
}

/** Thrown for a schema or document that a format can't express; the message gives the reason. */
export class UnsupportedByFormat extends Error {
  override readonly name = 'UnsupportedByFormat';
}

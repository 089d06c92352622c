import type { SchemaModel } from '../model.ts';

export interface EmitInput {
  readonly dataset: string;
  readonly model: SchemaModel;
  /** Options of the file, such as `java_multiple_files = true`; `{dataset}` is the package's last part. */
  readonly protoOptions?: readonly string[];
}

/** A format can't express a schema or document; the message gives the reason. */
export class UnsupportedByFormat extends Error {
  override readonly name = 'UnsupportedByFormat';
}

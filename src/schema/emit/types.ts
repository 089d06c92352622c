import type { SchemaModel } from '../model.ts';

export interface EmitInput {
  readonly dataset: string;
  readonly model: SchemaModel;
  /** Options of the .proto file, such as `java_multiple_files = true`. `{dataset}` becomes the last part of its package. */
  readonly protoOptions?: readonly string[];
}

export class UnsupportedByFormat extends Error {
  override readonly name = 'UnsupportedByFormat';
}

import type { ScalarKind, SchemaModel, Type } from '../model.ts';

/** What an emitter is told. */
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

/** Relative path → content. Pure and deterministic: the same input gives the same bytes. */
export type Emitted = ReadonlyMap<string, string>;
/** Throws UnsupportedByFormat. */
export type Emitter = (input: EmitInput) => Emitted;

/**
 * Emits what a module needs once for all of its datasets. The options are the serializer's own of runner.toml, with
 * `entry`, the name of its class, taken from its file's name where the manifest doesn't tell.
 */
export type EntryEmitter = (
  datasets: ReadonlyMap<string, SchemaModel>,
  options: Readonly<Record<string, string>>,
) => Emitted;

/** The name of the record that a document is. Throws where it is none. */
export function rootRecord({ root }: SchemaModel): string {
  if (root.kind !== 'record') throw new Error(`documents of kind ${root.kind} have no model here`);
  return root.name;
}

/** A scalar's kind. Throws where an emitter has nothing for the type. */
export function scalarKind({ kind }: Type): ScalarKind {
  if (kind === 'record' || kind === 'enum' || kind === 'list' || kind === 'map' || kind === 'any') {
    throw new Error(`${kind} has no model here`);
  }
  return kind;
}

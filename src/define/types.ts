export type { DatasetDefinition, DatasetSize } from './dataset.ts';
export type {
  BuildDefinition,
  RunnerDefinition,
  Runners,
  SerializerDefinition,
  Tool,
  VariantDefinition,
} from './runner.ts';
export type { SuiteCase, SuiteDefinition } from './suite.ts';

export const FORMATS = ['json', 'jsonapi', 'protobuf', 'avro', 'msgpack', 'cbor', 'bson'] as const;
export type KnownFormat = (typeof FORMATS)[number];
/** A library's own format, decoded by the row itself or by the row that it names as `reader`. */
type OwnFormat = `own:${string}`;
export type Format = KnownFormat | OwnFormat;

export function isOwn(format: Format): format is OwnFormat {
  return format.startsWith('own:');
}

export const TASKS = ['serialize', 'deserialize', 'to-tree', 'parse-tree'] as const;
export type Task = (typeof TASKS)[number];

/** `text` is a string of the language; `bytes` are UTF-8 or binary. */
export const OUTPUT_KINDS = ['text', 'bytes'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

export const DEVIATIONS = [
  'negative-zero-as-zero',
  'null-omitted',
  'enum-as-number',
  'int64-as-string',
  'date-time-as-number',
  'uuid-as-bytes',
  'absent-as-null',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

export const LIMITS = ['no-op', 'copy', 'write', 'walk'] as const;
export type Limit = (typeof LIMITS)[number];

/** Rows that show what is possible: code written by hand for the schema, and libraries whose objects are filled before timing. */
export const BOUNDS = ['hand-written', 'prefilled'] as const;
export type Bound = (typeof BOUNDS)[number];

export const ARTIFACTS = ['proto', 'avro'] as const;
export const TABLE_STYLES = ['default', 'ips', 'transmutation', 'jmh', 'playground', 'bdn'] as const;
export type TableStyle = (typeof TABLE_STYLES)[number];

/** What the definition files may say, and what they say after reading and validation. */

export type { DatasetDefinition, DatasetSize } from './dataset.ts';
export type {
  BuildDefinition,
  RunnerDefinition,
  SerializerDefinition,
  Tool,
  VariantDefinition,
} from './runner.ts';
export type { SuiteCase, SuiteDefinition } from './suite.ts';

export const FORMATS = ['json', 'jsonapi', 'protobuf', 'avro', 'msgpack', 'cbor', 'bson'] as const;
export type KnownFormat = (typeof FORMATS)[number];
/** A library's own, for which there is no codec here: what a row wrote is read by itself, in another process. */
export type OwnFormat = `own:${string}`;
export type Format = KnownFormat | OwnFormat;

export function isOwn(format: Format): format is OwnFormat {
  return format.startsWith('own:');
}

export const TASKS = ['serialize', 'deserialize', 'to-tree', 'parse-tree'] as const;
export type Task = (typeof TASKS)[number];

/** `text`: a string of the language; `bytes`: UTF-8 or binary. */
export const OUTPUT_KINDS = ['text', 'bytes'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/** What a serializer may declare to carry in another shape (docs/MANIFEST.md). Nothing else is forgiven. */
export const DEVIATIONS = [
  'negative-zero-as-zero',
  'null-omitted',
  'enum-as-number',
  'int64-as-string',
  'date-time-as-number',
  'uuid-as-bytes',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

/**
 * What a runtime's kit itself can do as a bound, measured beside the serializers:
 *
 * - `no-op`: nothing; the harness's own cost
 * - `copy`: copying the document's bytes (JSON as UTF-8)
 * - `write`: writing the document from a ready string with a scan for escapes and an encoding to UTF-8
 * - `walk`: a typed walk over the object graph, reading every value
 */
export const LIMITS = ['no-op', 'copy', 'write', 'walk'] as const;
export type Limit = (typeof LIMITS)[number];

/** What a serializer's row bounds for the others of its runtime and format, so that it is no choice (docs/MANIFEST.md). */
export const BOUNDS = ['hand-written', 'prefilled'] as const;
export type Bound = (typeof BOUNDS)[number];

/** What a language's strings consist of: what it counts and gives when it is asked for their length and a part of them. */
export const TEXT_UNITS = ['utf-16', 'utf-8', 'code-points'] as const;
export type TextUnit = (typeof TEXT_UNITS)[number];

/** What a runner may ask for besides a dataset's model. */
export const ARTIFACTS = ['proto', 'avro'] as const;

/** The style of a report's tables: wiremark's, or that of a published page or tool (docs/READING.md). */
export const TABLE_STYLES = ['default', 'ips', 'transmutation', 'jmh', 'playground', 'bdn'] as const;
export type TableStyle = (typeof TABLE_STYLES)[number];

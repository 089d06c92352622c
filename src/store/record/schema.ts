/** Schema of run.json. Unknown keys are dropped, so that later versions may add optional keys without a new schema number. */
import { z } from 'zod';
import { formatSchema } from '../../define/check.ts';
import { publishedEdition, publishedFigure } from '../../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../../define/types.ts';
import type { Figure } from '../../plan/figure.ts';
import type { Verdict } from '../../plan/verdict.ts';
import { RUN_SCHEMA } from './record.ts';

const whole = z.int().nonnegative();
const index = whole;
const count = z.int().positive();
const quantity = z.number().nonnegative();
const texts = z.array(z.string());
const versions = z.record(z.string(), z.string());
const time = z.iso.datetime();
const yes = z.literal(true).exactOptional();

const difference = z.object({
  set: z.enum(['documents', 'hard', 'respelled', 'unseen']),
  document: index,
  place: z.string().exactOptional(),
  pointer: z.string(),
  expected: z.string(),
  found: z.string(),
});

const verdict: z.ZodType<Verdict> = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('ok') }),
  z.object({ verdict: z.literal('mismatch'), reason: z.string(), difference: difference.exactOptional() }),
  z.object({ verdict: z.literal('remembers'), reason: z.string(), declared: yes }),
  z.object({ verdict: z.literal('unavailable'), reason: z.string(), fix: z.string().exactOptional() }),
  z.object({ verdict: z.enum(['clock', 'crash', 'timeout', 'unsupported']), reason: z.string() }),
]);

export const machine = z.object({
  cpu: z.string(),
  cores: count,
  memoryBytes: whole,
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  load: quantity.nullable(),
  governor: z.string().nullable(),
  /** Absent if unknown. */
  virtual: z.boolean().exactOptional(),
  busyCores: quantity.exactOptional(),
  /** Signs that others used the machine, such as `2 of 8 cores`. Checked only in runs of a fleet. */
  shared: texts.exactOptional(),
});

export const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: count, maximum: count }),
  /** A row is done when the half-width of its confidence interval is at most this fraction, such as 0.02. */
  target: quantity.positive(),
  /** Time limit of the run in seconds; null for none. */
  budget: quantity.positive().nullable(),
  keptAwake: z.boolean().exactOptional(),
});

export const contender = z.object({
  runtime: z.string(),
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  version: z.string().nullable(),
  /** Digest of the row's code and settings: the runtime's kit, the serializer's files, packages, build and start options. */
  code: z.string(),
  format: formatSchema,
  output: z.enum(OUTPUT_KINDS),
  deviations: z.array(z.enum(DEVIATIONS)),
  limit: z.enum(LIMITS).nullable(),
  bound: z.enum(BOUNDS).exactOptional(),
  varies: yes,
  reuses: yes,
  /** The row works with the objects that a JSON parser of its language returns, not with classes. */
  plain: yes,
  /** The manifest's description of typed objects, if it has one; absent for plain objects. */
  objects: z.string().exactOptional(),
  /** The row needs a schema, or classes made from a schema, though its format doesn't. */
  schema: yes,
  added: yes,
  license: z.string().exactOptional(),
});

export const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: count,
  objects: z.string().exactOptional(),
  /** The last result of each timed slice was compared; absent in older runs. */
  keeps: yes,
  contenders: z.array(index),
  baseline: index,
  /** Row to compare with if the baseline isn't ranked; if absent, the fastest row. */
  standIn: index.exactOptional(),
  rounds: index.exactOptional(),
  ended: z.enum(['target', 'rounds', 'budget', 'no contenders left']).exactOptional(),
});

const data = z.object({
  /** Absolute path of the user's file or folder; `-` for standard input. */
  source: z.string(),
  /** A list at the root is one document (`root`), or each of its elements is one (`elements`). */
  documents: z.enum(['root', 'elements']).exactOptional(),
  schema: z.string().exactOptional(),
  /** Objects that rows start from, as the user chose; if absent, those that are usual in each language. */
  objects: z.enum(['plain', 'typed']).exactOptional(),
  overrules: texts.exactOptional(),
  keep: yes,
});

const nanoseconds = quantity.exactOptional();

/**
 * Mean size of a document in bytes, uncompressed (`raw`) and compressed by itself, and mean time in ns to compress and
 * decompress it. Times are absent in older runs, and until all rounds of a case are done.
 */
export const sizes = z.object({
  ...{ raw: quantity, gzip: quantity, zstd: quantity, brotli: quantity },
  ...{ gzipNs: nanoseconds, zstdNs: nanoseconds, brotliNs: nanoseconds },
  ...{ gunzipNs: nanoseconds, unzstdNs: nanoseconds, unbrotliNs: nanoseconds },
});

export const own = z.object({
  name: z.string(),
  documents: whole,
  timed: count,
  /** Number of documents that a process gets only at its end, as unseen ones. */
  held: whole,
  medianBytes: whole,
  notes: texts.exactOptional(),
});

export const request = z.object({
  /** Name or absolute path of the suite; empty for user data without a suite. */
  suite: z.string(),
  /** Absolute paths of the runners that the user added. `rows` has the paths of added rows. */
  runners: texts,
  rows: texts.exactOptional(),
  bench: texts.exactOptional(),
  failIf: texts.exactOptional(),
  baseline: z.string().exactOptional(),
  /** Flags about measuring that the user gave, such as `--quick`. */
  typed: texts.exactOptional(),
  /** For user data without a suite: plan every row, not only the shortlist (the default rows). */
  all: yes,
  filters: z.record(z.string(), texts),
  /** Default filters of the command; `filters` replaces those of the same name. */
  usual: z.record(z.string(), texts).exactOptional(),
  limits: z.boolean(),
  memory: z.boolean(),
  timeUnverified: z.boolean().exactOptional(),
  /** Reasons of failures show types and lengths instead of values. */
  redact: z.boolean().exactOptional(),
  data: data.exactOptional(),
  acceptLicense: texts.exactOptional(),
  /** Hard documents (edge cases) use the limits of the types instead of the schema's bounds. */
  hard: z.literal('strict').exactOptional(),
  /**
   * Packages by row, as in the manifest. Of a local package, the last part of its path and a digest of its content are
   * recorded.
   */
  packages: z.record(z.string(), texts),
});

export const samples = z.object({ count: whole, bytes: whole, sha256: z.string() });
export const stopped = z.object({ why: z.enum(['interrupt', 'crash']), message: z.string().exactOptional() });
export const interruption = z.object({ from: time, until: time });

const figure: z.ZodType<Figure> = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: quantity }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

export const memory = z.object({
  ops: whole,
  allocated: figure,
  allocatedError: quantity.nullable(),
  /** Garbage collections per 1,000 operations, by generation: `{ young: …, old: … }`. */
  collections: z.record(z.string(), figure),
  /** Largest resident memory of the process before counting, in bytes. */
  peakResident: figure,
});

export const outcome = z.object({
  case: index,
  contender: index,
  verdict,
  /** Sizes of the documents that the row wrote or read; null for limits, and for rows that failed early. */
  sizes: sizes.nullable(),
  deviations: z.array(z.enum(DEVIATIONS)),
  /** How an `ok` row fails on values beyond the bounds of the dataset's schema; absent if it doesn't, or wasn't tested. */
  beyond: z.string().exactOptional(),
  memory: memory.nullable(),
  /** Times in ns per operation of slices that alternate between typed and plain objects; absent if they weren't measured. */
  conversion: z.record(z.enum(['typed', 'plain']), z.array(quantity).min(1)).exactOptional(),
});

export const run = z.object({
  schema: z.literal(RUN_SCHEMA),
  id: z.string(),
  name: z.string().exactOptional(),
  /** Tags given with `--tag`. A fleet's runs have the tag `fleet`, as `epyc+quickstart+1`: kind of machine, suite, repeat. */
  tags: versions.exactOptional(),
  tool: z.string(),
  startedAt: time,
  finishedAt: time.nullable(),
  /** Seconds spent measuring so far, without interruptions (monotonic clock). */
  seconds: quantity,
  partial: z.boolean(),
  stopped: stopped.exactOptional(),
  samples,
  suite: z.object({
    name: z.string(),
    title: z.string(),
    style: z.enum(TABLE_STYLES),
    more: z.string().optional(),
  }),
  published: z.array(publishedFigure).exactOptional(),
  editions: z.array(publishedEdition).exactOptional(),
  request,
  interruptions: z.array(interruption).exactOptional(),
  machine,
  /** Versions of runtimes and variants: `{ toy: "1.4.0", "toy+jit": "1.4.0" }`. */
  runtimes: versions,
  settings,
  /** Digests of documents: `{ "users/small": "sha256:…" }`. */
  datasets: versions,
  own: own.exactOptional(),
  contenders: z.array(contender),
  cases: z.array(plannedCase),
  outcomes: z.array(outcome),
});

/** The shape of run.json. Unknown keys are dropped: a later version may add optional facts under the same number. */
import { z } from 'zod';
import { formatSchema } from '../../define/check.ts';
import { publishedEdition, publishedFigure } from '../../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../../define/types.ts';
import type { Figure } from '../../plan/figure.ts';
import type { Verdict } from '../../plan/verdict.ts';
import { RUN_SCHEMA } from './record.ts';

const whole = z.int().nonnegative();
/** Position in `cases` or `contenders`. */
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
  busyCores: quantity.exactOptional(),
  /** How the machine was shared with others, in words; checked in runs of a fleet. */
  shared: texts.exactOptional(),
});

export const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: count, maximum: count }),
  /** Half-width of the interval at which a row is done: 0.02. */
  target: quantity.positive(),
  /** Maximum seconds; null for no limit. */
  budget: quantity.positive().nullable(),
  /** Cores were kept from sleeping; absent before the first try. */
  keptAwake: z.boolean().exactOptional(),
});

export const contender = z.object({
  runtime: z.string(),
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  /** Version that the runner reported; null if it failed before. */
  version: z.string().nullable(),
  /** Digest of kit, serializer's files, build and start options. */
  code: z.string(),
  format: formatSchema,
  output: z.enum(OUTPUT_KINDS),
  /** Declared deviations; outcomes list those that a case needed. */
  deviations: z.array(z.enum(DEVIATIONS)),
  /** Kind of limit; null for a serializer. */
  limit: z.enum(LIMITS).nullable(),
  bound: z.enum(BOUNDS).exactOptional(),
  varies: yes,
  reuses: yes,
  /** The row starts from the objects that a JSON parser of its language returns. */
  plain: yes,
  /** The row needs a schema, or classes written for it, though its format doesn't. */
  schema: yes,
  added: yes,
  license: z.string().exactOptional(),
});

export const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: count,
  /** Framework whose objects rows receive. */
  objects: z.string().exactOptional(),
  /** The last result of each timed slice was compared; absent in older runs. */
  keeps: yes,
  contenders: z.array(index),
  baseline: index,
  /** Row that replaces a baseline that isn't ranked; absent: the fastest row. */
  standIn: index.exactOptional(),
  /** Number of complete, verified rounds. */
  rounds: index.exactOptional(),
  ended: z.enum(['target', 'rounds', 'budget', 'no contenders left']).exactOptional(),
});

export const data = z.object({
  /** Absolute path of a file or folder; `-` for standard input. */
  source: z.string(),
  /** A list at the root is one document, or each element is one. */
  documents: z.enum(['root', 'elements']).exactOptional(),
  /** Absolute path of the schema; absent: inferred. */
  schema: z.string().exactOptional(),
  /** Absent: rows start from plain objects where they can. */
  objects: z.enum(['plain', 'typed']).exactOptional(),
  /** Overrides of inferred types, `PATH=KIND`. */
  overrules: texts.exactOptional(),
  /** The run's folder has a copy of the documents. */
  keep: yes,
});

const nanoseconds = quantity.exactOptional();

/** Mean bytes of a document, each compressed by itself, and mean ns to compress and decompress it; absent in older runs. */
export const sizes = z.object({
  ...{ raw: quantity, gzip: quantity, zstd: quantity, brotli: quantity },
  ...{ gzipNs: nanoseconds, zstdNs: nanoseconds, brotliNs: nanoseconds },
  ...{ gunzipNs: nanoseconds, unzstdNs: nanoseconds, unbrotliNs: nanoseconds },
});

export const own = z.object({
  name: z.string(),
  /** Number of documents in the source, of which a sample is used. */
  documents: whole,
  timed: count,
  /** Number of documents that a process sees only at its end. */
  held: whole,
  medianBytes: whole,
  /** Sizes of the timed documents, as rows that read JSON get them; absent in older runs. */
  sizes: sizes.exactOptional(),
  /** Sentences about inferred types that change the results. */
  notes: texts.exactOptional(),
});

/** Options of a run: enough to make the same plan again. */
export const request = z.object({
  /** Name or absolute path; empty for user data without a suite. */
  suite: z.string(),
  /** Absolute paths, as are `rows`. */
  runners: texts,
  rows: texts.exactOptional(),
  bench: texts.exactOptional(),
  failIf: texts.exactOptional(),
  /** `--baseline` as typed; absent: the baseline of each case. */
  baseline: z.string().exactOptional(),
  /** Flags about measuring, as on a command line. */
  typed: texts.exactOptional(),
  /** With data and no suite: every row, not only the shortlist. */
  all: yes,
  filters: z.record(z.string(), texts),
  /** Default filters of the verb. */
  usual: z.record(z.string(), texts).exactOptional(),
  limits: z.boolean(),
  memory: z.boolean(),
  timeUnverified: z.boolean().exactOptional(),
  /** Reasons show types and lengths instead of values. */
  redact: z.boolean().exactOptional(),
  data: data.exactOptional(),
  acceptLicense: texts.exactOptional(),
  /** Hard documents use the types' limits instead of the schema's bounds. */
  hard: z.literal('strict').exactOptional(),
  /** Packages by row, as in the manifest; for a path, its last name and a digest of its content. */
  packages: z.record(z.string(), texts),
});

export const samples = z.object({
  count: whole,
  bytes: whole,
  /** Digest of the first `bytes` of the file, in hex. */
  sha256: z.string(),
});

export const stopped = z.object({
  why: z.enum(['interrupt', 'crash']),
  message: z.string().exactOptional(),
});

export const interruption = z.object({ from: time, until: time });

const figure: z.ZodType<Figure> = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: quantity }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

export const memory = z.object({
  /** Counted operations; 0 if the pass failed before. */
  ops: whole,
  allocated: figure,
  /** Relative error, as the runner states it; null if exact or unknown. */
  allocatedError: quantity.nullable(),
  /** Collections per 1,000 operations, by generation: `{ young: …, old: … }`. */
  collections: z.record(z.string(), figure),
  /** Largest resident memory of the whole process, in bytes. */
  peakResident: figure,
});

export const outcome = z.object({
  case: index,
  contender: index,
  verdict,
  /** Null for tasks that read, limits, and rows that failed early. */
  sizes: sizes.nullable(),
  deviations: z.array(z.enum(DEVIATIONS)),
  /** Values beyond the range of the data that an `ok` row can't handle. */
  beyond: z.string().exactOptional(),
  memory: memory.nullable(),
});

export const run = z.object({
  schema: z.literal(RUN_SCHEMA),
  id: z.string(),
  name: z.string().exactOptional(),
  /** `--tag`; `fleet` names the cell of a fleet: `epyc+quickstart+1`. */
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
  /** Editions of the published page, newest first. */
  editions: z.array(publishedEdition).exactOptional(),
  request,
  interruptions: z.array(interruption).exactOptional(),
  machine,
  /** Versions: `{ toy: "1.4.0", "toy+jit": "1.4.0" }`. */
  runtimes: versions,
  settings,
  /** Digests: `{ "users/small": "sha256:…" }`. */
  datasets: versions,
  own: own.exactOptional(),
  contenders: z.array(contender),
  cases: z.array(plannedCase),
  outcomes: z.array(outcome),
});

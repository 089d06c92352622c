/** The shape of run.json. Unknown keys are dropped: a later version may add optional facts under the same schema number. */
import { z } from 'zod';
import { formatSchema } from '../../define/check.ts';
import { publishedEdition, publishedFigure } from '../../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../../define/types.ts';
import type { Figure } from '../../plan/figure.ts';
import type { Verdict } from '../../plan/verdict.ts';
import { RUN_SCHEMA } from './record.ts';

const index = z.int().nonnegative();
const count = z.int().positive();
const whole = z.int().nonnegative();
const quantity = z.number().nonnegative();
const texts = z.array(z.string());
const versions = z.record(z.string(), z.string());
const time = z.iso.datetime();
const yes = z.literal(true).exactOptional();

const difference = z.object({
  set: z.enum(['documents', 'hard', 'respelled', 'unseen']),
  document: index,
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
  /** Load average over one minute when the run began; null where the system has none. */
  load: quantity.nullable(),
  /** cpufreq governor of core 0; null where it can't be read. */
  governor: z.string().nullable(),
  /** Cores that other programs used right before the run; absent where that is unknown. */
  busyCores: quantity.exactOptional(),
});

export const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: count, maximum: count }),
  /** Half-width of the interval at which a row stops being measured, e.g. 0.02. */
  target: quantity.positive(),
  /** Seconds; null for no limit. */
  budget: quantity.positive().nullable(),
  /** Whether cores were kept from sleeping while blocks were measured; absent before the first try. */
  keptAwake: z.boolean().exactOptional(),
});

export const contender = z.object({
  runtime: z.string(),
  /** Id of the runtime's variant; null for the plain runtime. */
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  /** As the runner reported it; null if it failed before. */
  version: z.string().nullable(),
  /** Digest of the runner's code: kit, serializer's files, build and start options. */
  code: z.string(),
  format: formatSchema,
  output: z.enum(OUTPUT_KINDS),
  /** As declared; outcomes list those that a case needed. */
  deviations: z.array(z.enum(DEVIATIONS)),
  /** Kind of limit: measured in the same blocks, never ranked; null for a serializer. */
  limit: z.enum(LIMITS).nullable(),
  /** Absent for a library. */
  bound: z.enum(BOUNDS).exactOptional(),
  /** Outputs may differ from call to call. */
  varies: yes,
  /** An output is valid only until the next call. */
  reuses: yes,
  /** Added with `--add`. */
  added: yes,
  /** License of its packages, else of its manifest entry. */
  license: z.string().exactOptional(),
});

export const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: count,
  /** Framework whose objects rows receive; absent for plain objects of the language. */
  objects: z.string().exactOptional(),
  /** The last result of each timed slice was compared whole; absent in older runs. */
  keeps: yes,
  /** Indices into `contenders`. */
  contenders: z.array(index),
  /** Index into `contenders`. */
  baseline: index,
  /** Index of the baseline's replacement where it isn't ranked; absent: the fastest row. */
  standIn: index.exactOptional(),
  /** Complete, verified rounds; later samples belong to an incomplete round. Absent: none. */
  rounds: index.exactOptional(),
  /** Why no further round was measured; absent for a case that isn't over. */
  ended: z.enum(['target', 'rounds', 'budget', 'no contenders left']).exactOptional(),
});

/** The user's documents, and how to read them. */
export const data = z.object({
  /** Absolute path of a file or folder; `-` for standard input. */
  source: z.string(),
  /** Whether a list at the root is one document or each element is; absent: inferred. */
  documents: z.enum(['root', 'elements']).exactOptional(),
  /** Absolute path of the schema; absent: inferred. */
  schema: z.string().exactOptional(),
  /** Overrides of inferred types, `PATH=KIND`. */
  overrules: texts.exactOptional(),
  /** The run's folder has a copy of the documents. */
  keep: yes,
});

/** The dataset made of the user's documents. */
export const own = z.object({
  /** Name of the dataset. */
  name: z.string(),
  /** Documents in the source; a sample of them is used. */
  documents: whole,
  timed: count,
  /** Documents kept unseen until the end of each process. */
  held: whole,
  /** Median size of the sample. */
  medianBytes: whole,
});

/** The request: enough to make the same plan again. */
export const request = z.object({
  /** Name of a suite or absolute path of its file; empty for user data without a suite. */
  suite: z.string(),
  /** Absolute paths of the user's runner.toml files. */
  runners: texts,
  /** Absolute paths of row.toml files; absent: none. */
  rows: texts.exactOptional(),
  /** Revisions of the library that `bench` was given; absent for other verbs. */
  bench: texts.exactOptional(),
  /** Rules of `--fail-if` as typed. */
  failIf: texts.exactOptional(),
  /** Row given to `--baseline` as typed; absent: the baseline of each case. */
  baseline: z.string().exactOptional(),
  /** Flags of measuring as typed. */
  typed: texts.exactOptional(),
  /** Patterns of the given filters, by name. */
  filters: z.record(z.string(), texts),
  /** The verb's default filters that were used. */
  usual: z.record(z.string(), texts).exactOptional(),
  /** Whether limits are measured too. */
  limits: z.boolean(),
  /** Whether allocations are counted. */
  memory: z.boolean(),
  /** Whether rows that failed verification are timed; absent: no. */
  timeUnverified: z.boolean().exactOptional(),
  /** Whether reasons show types and lengths instead of values; absent: no. */
  redact: z.boolean().exactOptional(),
  /** Absent: the datasets of the suite. */
  data: data.exactOptional(),
  /** Rows whose terms were accepted with `--accept-license`. */
  acceptLicense: texts.exactOptional(),
  /** Hard documents use the types' limits instead of the schema's bounds. */
  hard: z.literal('strict').exactOptional(),
  /** Exact packages by row, as in the manifest; for a path, its last name and a digest of its content. */
  packages: z.record(z.string(), texts),
});

/** The samples on disk when the record was last written. */
export const samples = z.object({
  count: whole,
  bytes: whole,
  /** Digest of the first `bytes` of the file, in hex. */
  sha256: z.string(),
});

/** Why a run ended early: an interrupt, or an error of wiremark. */
export const stopped = z.object({
  why: z.enum(['interrupt', 'crash']),
  /** Message of the error. */
  message: z.string().exactOptional(),
});

/** Time between a stop and a resumption. */
export const interruption = z.object({ from: time, until: time });

const figure: z.ZodType<Figure> = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: quantity }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

/** Counted in a separate, untimed process. */
export const memory = z.object({
  /** Counted operations; 0 if the pass failed before. */
  ops: whole,
  /** Bytes allocated per operation. */
  allocated: figure,
  /** Relative error of `allocated` as the runner states it, e.g. 0.01; null if exact or unknown. */
  allocatedError: quantity.nullable(),
  /** Collections per 1,000 operations, by the runtime's name of the generation: `{ young: …, old: … }`. */
  collections: z.record(z.string(), figure),
  /** Largest resident memory of the whole process, in bytes. */
  peakResident: figure,
});

/** Mean bytes of an output; documents are compressed one by one. */
export const sizes = z.object({ raw: quantity, gzip: quantity, zstd: quantity, brotli: quantity });

export const outcome = z.object({
  /** Index into `cases`. */
  case: index,
  /** Index into `contenders`. */
  contender: index,
  verdict,
  /** Null for tasks that read, and for rows that failed before. */
  sizes: sizes.nullable(),
  /** Declared deviations that this case needed; empty for rows that aren't `ok`. */
  deviations: z.array(z.enum(DEVIATIONS)),
  /** Values beyond the range of the data that a row that is `ok` can't handle. */
  beyond: z.string().exactOptional(),
  /** Null without a memory pass: with `--quick`, and for rows that aren't `ok`. */
  memory: memory.nullable(),
});

export const run = z.object({
  schema: z.literal(RUN_SCHEMA),
  id: z.string(),
  /** Given by the user; accepted instead of the id. */
  name: z.string().exactOptional(),
  tool: z.string(),
  startedAt: time,
  /** Null for a running and a killed run. */
  finishedAt: time.nullable(),
  /** Seconds spent measuring so far, without interruptions (monotonic clock). */
  seconds: quantity,
  /** Time of the newest earlier run, if the clock had been set back since: this run is newer nevertheless. */
  after: time.exactOptional(),
  /** True until every planned round is complete. */
  partial: z.boolean(),
  /** Absent for a running, a killed and an ended run; see partial.ts. */
  stopped: stopped.exactOptional(),
  samples,
  suite: z.object({
    name: z.string(),
    title: z.string(),
    style: z.enum(TABLE_STYLES),
    more: z.string().optional(),
  }),
  /** The published table beside the suite. */
  published: z.array(publishedFigure).exactOptional(),
  /** Editions of the published page, newest first. */
  editions: z.array(publishedEdition).exactOptional(),
  request,
  /** Absent for a run that was never stopped. */
  interruptions: z.array(interruption).exactOptional(),
  machine,
  /** Reported versions by runtime and variant: `{ toy: "1.4.0", "toy+jit": "1.4.0" }`. */
  runtimes: versions,
  settings,
  /** Dataset digests: `{ "users/small": "sha256:…" }`. */
  datasets: versions,
  /** Absent without user data. */
  own: own.exactOptional(),
  /** Suites that give rows of a runtime the objects of a framework, which may change their ranks. */
  otherObjects: z
    .array(z.object({ runtime: z.string(), objects: z.string(), suite: z.string() }))
    .exactOptional(),
  contenders: z.array(contender),
  cases: z.array(plannedCase),
  outcomes: z.array(outcome),
});

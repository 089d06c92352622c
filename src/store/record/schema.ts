/**
 * The shape of run.json: what its facts mean, and for reading what may not be ours. Keys it doesn't know are dropped: a
 * later version may add facts without a new schema number, as keys that may be absent.
 */
import { z } from 'zod';
import { formatSchema } from '../../define/check.ts';
import { publishedEdition, publishedFigure } from '../../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../../define/types.ts';
import type { Figure } from '../../plan/figure.ts';
import type { Verdict } from '../../plan/verdict.ts';
import { RUN_SCHEMA } from './record.ts';

/** A count that fits an SQL integer. */
const MOST = 1e6;
const index = z.int().nonnegative().max(MOST);
const count = z.int().positive().max(MOST);
const whole = z.int().nonnegative();
/** A number small enough for sums and products. */
const quantity = z.number().nonnegative().max(1e18);
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
  /** Cores that other programs used right before the run; absent where it wasn't looked at or isn't told. */
  busyCores: quantity.exactOptional(),
});

export const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: count, maximum: count }),
  /** Half-width of the interval at which a comparison is settled, e.g. 0.02. */
  target: quantity.positive(),
  /** Seconds; null: none. */
  budget: quantity.positive().nullable(),
  /** Whether the machine's cores were kept from dozing while blocks were measured; absent before anybody has tried. */
  keptAwake: z.boolean().exactOptional(),
});

export const contender = z.object({
  runtime: z.string(),
  /** Id of the variant that the runtime was started in; null for the plain one. */
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  /** As the runner reported it; null when it never got that far. */
  version: z.string().nullable(),
  /** Digest of the runner's own code: its kit, the serializer's files, how it is built and started. */
  code: z.string(),
  format: formatSchema,
  output: z.enum(OUTPUT_KINDS),
  /** As declared; which of them a case needed is told by its outcomes. */
  deviations: z.array(z.enum(DEVIATIONS)),
  /** A limit is measured in the same blocks as the serializers but never ranked among them; null for a serializer. */
  limit: z.enum(LIMITS).nullable(),
  /** Absent for most. */
  bound: z.enum(BOUNDS).exactOptional(),
  /** Its outputs may differ from call to call. */
  varies: yes,
  /** Each of its outputs is valid until the next call alone. */
  reuses: yes,
  /** From outside (`--add`); absent for the rows of runners. */
  added: yes,
  /** Of its packages, as they state it, else as its entry does; absent where neither does. */
  license: z.string().exactOptional(),
});

export const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: count,
  /** Whose objects rows are given; absent for the plain ones of their language. */
  objects: z.string().exactOptional(),
  /** The last result of each timed slice was kept and compared, whole; absent for older runs, which summed parts of them. */
  keeps: yes,
  /** Indices into `contenders`. */
  contenders: z.array(index),
  /** Index into `contenders`. */
  baseline: index,
  /** What takes its place where it isn't ranked; absent: the fastest row. */
  standIn: index.exactOptional(),
  /** Whole rounds so far, verified to their end; samples of later ones are of a round under way. Absent: none yet. */
  rounds: index.exactOptional(),
  /** Why no further round was measured; absent while the case isn't over, as when the run was killed or interrupted. */
  ended: z.enum(['target', 'rounds', 'budget', 'no contenders left']).exactOptional(),
});

/** The user's documents, and how to read them. */
export const data = z.object({
  /** Absolute path of a file or folder; `-` for standard input. */
  source: z.string(),
  /** Read a list at the root as one document, or each element as one; absent: by its content. */
  documents: z.enum(['root', 'elements']).exactOptional(),
  /** Absolute path of the schema; absent: it is inferred. */
  schema: z.string().exactOptional(),
  /** Overrules of the inference, `PATH=KIND`. */
  overrules: texts.exactOptional(),
  /** The run's folder has a copy of the documents. */
  keep: yes,
});

/** The dataset that was made of the user's documents. */
export const own = z.object({
  /** Name of the dataset. */
  name: z.string(),
  /** Documents in the source, of which a sample is timed or held back. */
  documents: whole,
  timed: count,
  /** Documents held back as unseen ones for the end of each process. */
  held: whole,
  /** Median size of the sample. */
  medianBytes: whole,
});

/** The request: enough to make the same plan again. */
export const request = z.object({
  /** A suite's name, or the absolute path of its file; empty for documents of one's own without a suite. */
  suite: z.string(),
  /** Absolute paths of runner.toml files of the user's own. */
  runners: texts,
  /** Absolute paths of row.toml files; absent: none. */
  rows: texts.exactOptional(),
  /** Of a run that `bench` began: the revisions of the library that it was asked for; absent for others. */
  bench: texts.exactOptional(),
  /** Rules of `--fail-if`, as they were typed; absent: none. */
  failIf: texts.exactOptional(),
  /** The row that `--baseline` names, as it was typed; absent: the usual one of each case. */
  baseline: z.string().exactOptional(),
  /** Flags of measuring, as they can be typed; absent: none. */
  typed: texts.exactOptional(),
  /** Filters by name, with their patterns; those that weren't given are left out. */
  filters: z.record(z.string(), texts),
  /** Those of the verb itself, where no other of their kind was given; absent: none. */
  usual: z.record(z.string(), texts).exactOptional(),
  /** Whether limits are measured too. */
  limits: z.boolean(),
  /** Whether the memory pass is made. */
  memory: z.boolean(),
  /** Whether rows that failed verification are timed nevertheless; absent: no. */
  timeUnverified: z.boolean().exactOptional(),
  /** Whether reasons tell types and lengths in place of values; absent: no. */
  redact: z.boolean().exactOptional(),
  /** Absent: the datasets of the suite. */
  data: data.exactOptional(),
  /** Rows whose terms were accepted with `--accept-license`; absent: none. */
  acceptLicense: texts.exactOptional(),
  /** Hard documents go to the types' limits, whatever bounds a schema has; absent: as the datasets say. */
  hard: z.literal('strict').exactOptional(),
  /**
   * Exact packages of each contender that has any, by the name of its row, as its manifest has them;
   * of one by path the last name, with a digest of its content.
   */
  packages: z.record(z.string(), texts),
});

/** The samples that were on disk when the record was last written. */
export const samples = z.object({
  count: whole,
  bytes: whole,
  /** In hex, of the first `bytes` of the file. */
  sha256: z.string(),
});

/** Why a run ended early: an interrupt, or an error of wiremark. */
export const stopped = z.object({
  why: z.enum(['interrupt', 'crash']),
  /** Of a fault. */
  message: z.string().exactOptional(),
});

/** Time between a stop and a resumption. */
export const interruption = z.object({ from: time, until: time });

const figure: z.ZodType<Figure> = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: quantity }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

/** From a pass of its own in a fresh process, never from the timed one. */
export const memory = z.object({
  /** Operations that the pass counted over; 0 when it didn't get that far. */
  ops: whole,
  /** Bytes allocated for one operation. */
  allocated: figure,
  /** Relative error of `allocated` that the runner states, e.g. 0.01; null when it is exact or unknown. */
  allocatedError: quantity.nullable(),
  /** Collections per 1,000 operations by the runtime's own names of its generations: `{ young: …, old: … }`. */
  collections: z.record(z.string(), figure),
  /** Largest resident memory of the whole process, in bytes. */
  peakResident: figure,
});

/** Mean bytes of the timed documents' outputs. Compressed sizes are of each document by itself. */
export const sizes = z.object({ raw: quantity, gzip: quantity, zstd: quantity, brotli: quantity });

export const outcome = z.object({
  /** Index into `cases`. */
  case: index,
  /** Index into `contenders`. */
  contender: index,
  verdict,
  /** Sizes of what `serialize` and `to-tree` put out; null for tasks that read and for what never got that far. */
  sizes: sizes.nullable(),
  /** The declared deviations that verification had to forgive on this case; empty for what isn't `ok`. */
  deviations: z.array(z.enum(DEVIATIONS)),
  /** Where a row that is `ok` breaks beyond the range of the data; absent where it doesn't, or nothing is beyond. */
  beyond: z.string().exactOptional(),
  /** Null where the memory pass was not made: it is left out by `--quick`, and for what isn't `ok`. */
  memory: memory.nullable(),
});

export const run = z
  .object({
    schema: z.literal(RUN_SCHEMA),
    id: z.string(),
    /** Given by the user, and accepted in place of the id. */
    name: z.string().exactOptional(),
    tool: z.string(),
    startedAt: time,
    /** Null while running and for a run that was killed. */
    finishedAt: time.nullable(),
    /**
     * For which it was measured, its interruptions left out, until it was last written: by a clock that nobody sets,
     * unlike the times of day.
     */
    seconds: quantity,
    /**
     * Time of the newest run in the same folder when this one began; only where the clock had been set back since, so
     * that this one is the newer all the same.
     */
    after: time.exactOptional(),
    /** True until every planned round is in: interrupted and killed runs stay partial. */
    partial: z.boolean(),
    /** Absent while running, and for a run that was killed or came to its end; what follows is told by partial.ts. */
    stopped: stopped.exactOptional(),
    samples,
    suite: z.object({
      name: z.string(),
      title: z.string(),
      style: z.enum(TABLE_STYLES),
      more: z.string().optional(),
    }),
    /** The published table beside the suite; absent without one. */
    published: z.array(publishedFigure).exactOptional(),
    /** Of that page, newest first; absent for one without. */
    editions: z.array(publishedEdition).exactOptional(),
    request,
    /** Absent in a run that was measured in one go. */
    interruptions: z.array(interruption).max(10_000).exactOptional(),
    machine,
    /** Versions as reported, by the runtime as it was started: `{ toy: "1.4.0", "toy+jit": "1.4.0" }`. */
    runtimes: versions,
    settings,
    /** Dataset digests: `{ "users/small": "sha256:…" }`. */
    datasets: versions,
    /** Absent where all documents are made by wiremark. */
    own: own.exactOptional(),
    /** Whose objects rows of a runtime are given by another suite, which may rank them otherwise; absent: nobody's. */
    otherObjects: z
      .array(z.object({ runtime: z.string(), objects: z.string(), suite: z.string() }))
      .exactOptional(),
    contenders: z.array(contender),
    cases: z.array(plannedCase),
    outcomes: z.array(outcome),
  })
  .superRefine(({ contenders, cases, outcomes }, context) => {
    const check = (list: readonly unknown[], indices: readonly number[], ...path: (string | number)[]) => {
      if (indices.some((one) => one >= list.length))
        context.addIssue({ code: 'custom', path, message: 'no such index in this run' });
    };
    cases.forEach((planned, i) => {
      check(contenders, planned.contenders, 'cases', i, 'contenders');
      check(contenders, [planned.baseline], 'cases', i, 'baseline');
    });
    outcomes.forEach((found, i) => {
      check(cases, [found.case], 'outcomes', i, 'case');
      check(contenders, [found.contender], 'outcomes', i, 'contender');
    });
  });

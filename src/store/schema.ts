/** The shape of run.json, for reading what may not be ours. */
import { z } from 'zod';
import { publishedFigure } from '../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, FORMATS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../define/types.ts';
import { CASE_ENDS, RUN_SCHEMA, type RunRecord, STOPS } from './record.ts';

/** Of anything that is counted in a run: all fits the integers of SQL, and nothing is made that is so long. */
const MOST = 1e6;
const index = z.int().nonnegative().max(MOST);
const count = z.int().positive().max(MOST);
const whole = z.int().nonnegative();
/** A number whose sums and products with others are still numbers. */
const quantity = z.number().nonnegative().max(1e18);

const difference = z.object({
  set: z.enum(['documents', 'hard', 'fresh']),
  document: index,
  pointer: z.string(),
  expected: z.string(),
  found: z.string(),
});

const verdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('ok') }),
  z.object({ verdict: z.literal('mismatch'), reason: z.string(), difference: difference.exactOptional() }),
  z.object({ verdict: z.literal('clock'), reason: z.string() }),
  z.object({
    verdict: z.literal('remembers'),
    reason: z.string(),
    declared: z.literal(true).exactOptional(),
  }),
  z.object({ verdict: z.literal('crash'), reason: z.string() }),
  z.object({ verdict: z.literal('timeout'), reason: z.string() }),
  z.object({ verdict: z.literal('unavailable'), reason: z.string(), cure: z.string().exactOptional() }),
  z.object({ verdict: z.literal('unsupported'), reason: z.string() }),
]);

const machine = z.object({
  cpu: z.string(),
  cores: count,
  memoryBytes: whole,
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  load: quantity.nullable(),
  governor: z.string().nullable(),
  busyCores: quantity.exactOptional(),
});

const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: count, maximum: count }),
  target: quantity.positive(),
  budget: quantity.positive().nullable(),
  keptAwake: z.boolean().exactOptional(),
});

const contender = z.object({
  runtime: z.string(),
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  version: z.string().nullable(),
  code: z.string(),
  format: z.enum(FORMATS),
  output: z.enum(OUTPUT_KINDS),
  deviations: z.array(z.enum(DEVIATIONS)),
  limit: z.enum(LIMITS).nullable(),
  bound: z.enum(BOUNDS).exactOptional(),
  varies: z.literal(true).exactOptional(),
  added: z.literal(true).exactOptional(),
});

const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: count,
  contenders: z.array(index),
  baseline: index,
  rounds: index.exactOptional(),
  ended: z.enum(CASE_ENDS).exactOptional(),
});

const patterns = z.array(z.string());

const data = z.object({
  source: z.string(),
  documents: z.enum(['root', 'elements']).exactOptional(),
  schema: z.string().exactOptional(),
  overrules: patterns.exactOptional(),
  keep: z.literal(true).exactOptional(),
});

const own = z.object({ name: z.string(), documents: whole, timed: count, held: whole, medianBytes: whole });

const request = z.object({
  suite: z.string(),
  runners: z.array(z.string()),
  rows: z.array(z.string()).exactOptional(),
  bench: z.array(z.string()).exactOptional(),
  filters: z.record(z.string(), patterns),
  limits: z.boolean(),
  memory: z.boolean(),
  timeUnverified: z.boolean().exactOptional(),
  redact: z.boolean().exactOptional(),
  data: data.exactOptional(),
  hard: z.literal('strict').exactOptional(),
  packages: z.record(z.string(), patterns),
});

const samples = z.object({ count: whole, bytes: whole, sha256: z.string() });

const stopped = z.object({ why: z.enum(STOPS), message: z.string().exactOptional() });

const interruption = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });

const figure = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: quantity }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

const memory = z.object({
  ops: whole,
  allocated: figure,
  allocatedError: quantity.nullable(),
  collections: z.record(z.string(), figure),
  peakResident: figure,
});

const outcome = z.object({
  case: index,
  contender: index,
  verdict,
  sizes: z.object({ raw: quantity, gzip: quantity, zstd: quantity, brotli: quantity }).nullable(),
  deviations: z.array(z.enum(DEVIATIONS)),
  beyond: z.string().exactOptional(),
  memory: memory.nullable(),
});

/** run.json. Keys it doesn't know are dropped: a later version may add facts without a new schema number. */
export const runSchema: z.ZodType<RunRecord> = z
  .object({
    schema: z.literal(RUN_SCHEMA),
    id: z.string(),
    name: z.string().exactOptional(),
    tags: z.array(z.string()).exactOptional(),
    tool: z.string(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    seconds: quantity,
    after: z.iso.datetime().exactOptional(),
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
    request,
    interruptions: z.array(interruption).max(10_000).exactOptional(),
    machine,
    runtimes: z.record(z.string(), z.string()),
    settings,
    datasets: z.record(z.string(), z.string()),
    own: own.exactOptional(),
    contenders: z.array(contender),
    cases: z.array(plannedCase),
    outcomes: z.array(outcome),
  })
  .superRefine((run, context) => {
    const wrong = (path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message: 'no such index in this run' });
    run.cases.forEach((planned, i) => {
      if (planned.contenders.some((c) => c >= run.contenders.length)) wrong(['cases', i, 'contenders']);
      if (planned.baseline >= run.contenders.length) wrong(['cases', i, 'baseline']);
    });
    run.outcomes.forEach((found, i) => {
      if (found.case >= run.cases.length) wrong(['outcomes', i, 'case']);
      if (found.contender >= run.contenders.length) wrong(['outcomes', i, 'contender']);
    });
  });

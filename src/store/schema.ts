/** The shape of run.json and of a line of samples.jsonl, for reading what may not be ours. */
import { z } from 'zod';
import { publishedFigure } from '../define/published-figure.ts';
import { BOUNDS, DEVIATIONS, FORMATS, LIMITS, OUTPUT_KINDS, TABLE_STYLES, TASKS } from '../define/types.ts';
import { CASE_ENDS, PHASES, RUN_SCHEMA, type RunRecord, type Sample, STOPS } from './record.ts';

const index = z.int().nonnegative();
const bytes = z.number().nonnegative();

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
  cores: z.int().positive(),
  memoryBytes: bytes,
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  load: z.number().nullable(),
  governor: z.string().nullable(),
  busyCores: z.number().nonnegative().exactOptional(),
});

const settings = z.object({
  seed: z.int(),
  quick: z.boolean(),
  rounds: z.object({ minimum: z.int().positive(), maximum: z.int().positive() }),
  target: z.number().positive(),
  budget: z.number().positive().nullable(),
  keptAwake: z.boolean().exactOptional(),
});

const contender = z.object({
  runtime: z.string(),
  variant: z.string().nullable(),
  serializer: z.string(),
  title: z.string(),
  version: z.string().nullable(),
  code: z.string().nullable(),
  format: z.enum(FORMATS),
  output: z.enum(OUTPUT_KINDS),
  deviations: z.array(z.enum(DEVIATIONS)),
  limit: z.enum(LIMITS).nullable(),
  bound: z.enum(BOUNDS).exactOptional(),
  varies: z.literal(true).exactOptional(),
});

const plannedCase = z.object({
  dataset: z.string(),
  size: z.string(),
  task: z.enum(TASKS),
  batch: z.int().positive(),
  contenders: z.array(index),
  baseline: index,
  rounds: index.exactOptional(),
  ended: z.enum(CASE_ENDS).exactOptional(),
});

const patterns = z.array(z.string());

const request = z.object({
  suite: z.string(),
  runners: z.array(z.string()),
  filters: z.record(z.string(), patterns),
  limits: z.boolean(),
  memory: z.boolean(),
  timeUnverified: z.boolean().exactOptional(),
  packages: z.record(z.string(), patterns),
});

const samples = z.object({ count: index, digests: z.record(z.string(), z.string()) });

const stopped = z.object({ why: z.enum(STOPS), message: z.string().exactOptional() });

const interruption = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });

const figure = z.discriminatedUnion('known', [
  z.object({ known: z.literal(true), value: z.number().nonnegative() }),
  z.object({ known: z.literal(false), reason: z.string() }),
]);

const memory = z.object({
  ops: index,
  allocated: figure,
  allocatedError: z.number().nonnegative().nullable(),
  collections: z.record(z.string(), figure),
  peakResident: figure,
});

const outcome = z.object({
  case: index,
  contender: index,
  verdict,
  sizes: z.object({ raw: bytes, gzip: bytes, zstd: bytes, brotli: bytes }).nullable(),
  deviations: z.array(z.enum(DEVIATIONS)),
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
    seconds: z.number().nonnegative().exactOptional(),
    after: z.iso.datetime().exactOptional(),
    partial: z.boolean(),
    stopped: stopped.exactOptional(),
    samples: samples.exactOptional(),
    suite: z.object({
      name: z.string(),
      title: z.string(),
      style: z.enum(TABLE_STYLES),
      more: z.string().optional(),
    }),
    published: z.array(publishedFigure).exactOptional(),
    request: request.exactOptional(),
    interruptions: z.array(interruption).exactOptional(),
    machine,
    runtimes: z.record(z.string(), z.string()),
    settings,
    datasets: z.record(z.string(), z.string()),
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

export const sampleSchema: z.ZodType<Sample> = z.object({
  case: index,
  contender: index,
  round: index,
  phase: z.enum(PHASES),
  block: index,
  ops: index,
  ns: index,
  cpuNs: index,
  waitNs: index.nullable().default(null),
  elapsedNs: index.exactOptional(),
  compileNs: index.exactOptional(),
});

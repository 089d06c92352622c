/** A figure of a published page, as a suite's published table and a run's record have it. */
import { z } from 'zod';
import { TASKS } from './types.ts';

/** What may stand in the column `work`: the task that was really done, or that the output wasn't a valid document. */
export const WORKS = [...TASKS, 'invalid'] as const;

/** Metrics by which a published table is ranked; each has a time or a rate for its unit. */
export const RANKED_METRICS = ['score', 'average', 'mean', 'ips'];
export const RATE_UNITS = ['ops/s', 'i/s'];

export const publishedFigure = z.strictObject({
  table: z.string().min(1),
  serializer: z.string().regex(/^[^/]+\/[^/]+$/, 'expected runtime/serializer'),
  label: z.string().min(1),
  dataset: z.string().min(1),
  size: z.string().min(1),
  task: z.enum(TASKS),
  work: z.enum(WORKS),
  metric: z.string().min(1),
  value: z.number(),
  error: z.number().nullable(),
  unit: z.string().min(1),
  note: z.string(),
});

/** One figure, as printed there. */
export type PublishedFigure = Readonly<z.infer<typeof publishedFigure>>;

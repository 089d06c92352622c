/** A figure of a published page and the edition that it is of, as a suite's files and a run's record have them. */
import { z } from 'zod';
import { lineSchema, nameSchema } from './check.ts';
import { TASKS } from './types.ts';

/** What may stand in the column `work`: the task that was really done, or that the output wasn't a valid document. */
export const WORKS = [...TASKS, 'invalid'] as const;

/** Metrics by which a published table is ranked; each has a time or a rate for its unit. */
export const RANKED_METRICS = ['score', 'average', 'mean', 'ips'];
/** Metrics of bytes that are compared with those of a run. */
export const BYTES_METRICS = ['bytes', 'gzip', 'allocated'] as const;
export const RATE_UNITS = ['ops/s', 'i/s'];

export const publishedFigure = z.strictObject({
  /** Empty for a page without. */
  edition: z.string().default(''),
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

/** Keys of an edition (docs/SUITES.md): what the page was, and what its figures were measured on. */
export const editionKeys = {
  name: nameSchema,
  date: lineSchema.exactOptional(),
  commit: lineSchema.exactOptional(),
  runtime: lineSchema.exactOptional(),
  machine: lineSchema.exactOptional(),
  note: lineSchema.exactOptional(),
};

export const publishedEdition = z.object(editionKeys);
export type PublishedEdition = Readonly<z.infer<typeof publishedEdition>>;

/** What a page has published; nothing for a suite that follows none. */
export interface Published {
  readonly published?: readonly PublishedFigure[];
  /** Newest first; absent for a page without. */
  readonly editions?: readonly PublishedEdition[];
}

/** One figure, as printed there. */
export type PublishedFigure = Readonly<z.infer<typeof publishedFigure>>;

import { z } from 'zod';
import { lineSchema, nameSchema } from './check.ts';
import { TASKS } from './types.ts';

export const RANKED_METRICS = ['score', 'average', 'mean', 'ips'];
export const BYTES_METRICS = ['bytes', 'gzip', 'allocated'] as const;
export const RATE_UNITS = ['ops/s', 'i/s'];

export const publishedFigure = z.strictObject({
  edition: z.string().default(''),
  table: z.string().min(1),
  serializer: z.string().regex(/^[^/]+\/[^/]+$/, 'expected runtime/serializer'),
  label: z.string().min(1),
  dataset: z.string().min(1),
  size: z.string().min(1),
  task: z.enum(TASKS),
  /**
   * Task that the published row really did, even if the page says otherwise; `invalid` if its output was not a valid
   * document.
   */
  work: z.enum([...TASKS, 'invalid']),
  metric: z.string().min(1),
  value: z.number(),
  error: z.number().nullable(),
  unit: z.string().min(1),
  note: z.string(),
});

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

/** Figures of a published page; an empty object for a suite without published figures. */
export interface Published {
  readonly published?: readonly PublishedFigure[];
  readonly editions?: readonly PublishedEdition[];
}

export type PublishedFigure = Readonly<z.infer<typeof publishedFigure>>;

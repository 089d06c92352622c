import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { MOST } from './bounds.ts';
import { DefinitionError } from './error.ts';
import { suggestion } from './nearest.ts';
import {
  BYTES_METRICS,
  type Published,
  type PublishedFigure,
  publishedFigure,
  RANKED_METRICS,
  RATE_UNITS,
} from './published-figure.ts';
import { readText } from './text.ts';
import type { SuiteDefinition } from './types.ts';

const UNITS = [...RATE_UNITS, 'ns', 'µs', 'us', 'ms', 's'];

const lineSchema = publishedFigure
  .extend({
    value: z.string().min(1).pipe(z.coerce.number()),
    error: z.union([z.literal('').transform(() => null), z.coerce.number()]),
  })
  .superRefine(({ metric, unit }, context) => {
    if (!RANKED_METRICS.includes(metric) || UNITS.includes(unit)) return;
    const message = `a ${metric} in ${unit} can't be ranked: expected one of ${UNITS.join(', ')}`;
    context.addIssue({ code: 'custom', path: ['unit'], message });
  });

const COMPARED: readonly string[] = [...RANKED_METRICS, ...BYTES_METRICS];

export function comparedFigures(suite: SuiteDefinition): Published {
  const { published, ...rest } = readPublished(suite);
  return {
    ...rest,
    ...(published && { published: published.filter(({ metric }) => COMPARED.includes(metric)) }),
  };
}

export function readPublished({ publishedFile: file, editions }: SuiteDefinition): Published {
  if (file === undefined) return {};
  const names = editions?.map(({ name }) => name);
  return { published: parsePublished(readText(file, MOST.file), file, names), ...(editions && { editions }) };
}

export function parsePublished(text: string, file: string, editions = ['']): PublishedFigure[] {
  const line = lineSchema.safeExtend({
    edition: publishedFigure.shape.edition.refine((name) => editions.includes(name), {
      error: ({ input }) => `the suite has no edition "${input}".${suggestion(`${input}`, editions)}`,
    }),
  });
  return readLines(text, file).map(({ record, info }) => {
    const result = line.safeParse(record);
    if (result.success) return result.data;
    const issue = result.error.issues[0]!;
    throw new DefinitionError({ file, line: info.lines, key: issue.path.join('.') || null }, issue.message);
  });
}

function readLines(text: string, file: string): { record: unknown; info: { lines: number } }[] {
  try {
    return parse(text, { columns: true, info: true }) as never;
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? null;
    throw new DefinitionError({ file, line }, (error as Error).message);
  }
}

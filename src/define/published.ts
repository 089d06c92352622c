/** Reads a suite's published table, `suites/<name>.published.csv` (docs/SUITES.md). */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { MOST_BYTES, readRegularText } from '../files/regular-file.ts';
import { DefinitionError } from './error.ts';
import { type PublishedFigure, publishedFigure, RANKED_METRICS, RATE_UNITS } from './published-figure.ts';
import type { SuiteDefinition } from './types.ts';

const TIME_UNITS = ['ns', 'µs', 'us', 'ms', 's'];

const lineSchema = publishedFigure.extend({
  value: z.string().min(1).pipe(z.coerce.number()),
  error: z.union([z.literal('').transform(() => null), z.coerce.number()]),
});

/** What a suite is held against; empty for one without a published table. @throws DefinitionError */
export function readPublished({ publishedFile: file }: SuiteDefinition): PublishedFigure[] {
  return file === undefined ? [] : parsePublished(readText(file), file);
}

function readText(file: string): string {
  try {
    return readRegularText(file, { most: MOST_BYTES.definition });
  } catch (error) {
    throw new DefinitionError({ file, line: null, key: null }, `can't be read: ${(error as Error).message}`);
  }
}

/** @throws DefinitionError with the line for what isn't such a table */
export function parsePublished(text: string, file: string): PublishedFigure[] {
  return readLines(text, file).map(({ record, info }) => {
    const result = lineSchema.safeParse(record);
    if (result.success) {
      const problem = unitProblem(result.data);
      if (problem === null) return result.data;
      throw new DefinitionError({ file, line: info.lines, key: 'unit' }, problem);
    }
    const issue = result.error.issues[0]!;
    throw new DefinitionError({ file, line: info.lines, key: issue.path.join('.') || null }, issue.message);
  });
}

function unitProblem({ metric, unit }: PublishedFigure): string | null {
  const units = [...RATE_UNITS, ...TIME_UNITS];
  if (!RANKED_METRICS.includes(metric) || units.includes(unit)) return null;
  return `a ${metric} in ${unit} can't be ranked: expected one of ${units.join(', ')}`;
}

function readLines(text: string, file: string): { record: unknown; info: { lines: number } }[] {
  try {
    return parse(text, { columns: true, info: true, bom: true }) as never;
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? null;
    throw new DefinitionError({ file, line, key: null }, (error as Error).message);
  }
}

/** Reads a suite's published table, `suites/<name>.published.csv` (docs/SUITES.md). */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DefinitionError } from '../../define/error.ts';
import { TASKS } from '../../define/types.ts';

/** What may stand in the column `work`: the task that was really done, or that the output wasn't a valid document. */
export const WORKS = [...TASKS, 'invalid'] as const;

/** Metrics by which a published table is ranked; each has a time or a rate for its unit. */
export const RANKED_METRICS = ['score', 'average', 'mean', 'ips'];
export const RATE_UNITS = ['ops/s', 'i/s'];
const TIME_UNITS = ['ns', 'µs', 'us', 'ms', 's'];

const optionalNumber = z.union([z.literal('').transform(() => null), z.coerce.number()]);

const lineSchema = z.strictObject({
  table: z.string().min(1),
  serializer: z.string().regex(/^[^/]+\/[^/]+$/, 'expected runtime/serializer'),
  label: z.string().min(1),
  dataset: z.string().min(1),
  size: z.string().min(1),
  task: z.enum(TASKS),
  work: z.enum(WORKS),
  metric: z.string().min(1),
  value: z.string().min(1).pipe(z.coerce.number()),
  error: optionalNumber,
  unit: z.string().min(1),
  note: z.string(),
});

/** One figure of a published page, as printed there. */
export type PublishedFigure = Readonly<z.infer<typeof lineSchema>>;

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

/** samples.jsonl: reading it, in JavaScript and in SQL. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { checkRegular } from '../files/regular-file.ts';
import { literal } from './duckdb.ts';
import { StoreError } from './error.ts';
import { SAMPLE_COLUMNS } from './packed.ts';
import { firstIssue, parseJson, readText } from './parse.ts';
import type { Sample } from './record.ts';
import { sampleSchema } from './schema.ts';

/**
 * Reads samples.jsonl. Which case and contender they are of isn't checked here.
 *
 * @returns the samples in the order in which they were taken; a last line that was cut short, as a killed run leaves it,
 *   is left out with a warning
 * @throws StoreError for damage anywhere else, with its line
 */
export async function readLines(
  file: string,
): Promise<{ readonly samples: readonly Sample[]; readonly warnings: readonly string[] }> {
  const lines = (await readText(file)).split('\n');
  const rest = lines.pop()!;
  const samples = lines.map((line, i) => readLine(`${file}:${i + 1}`, line));
  const warnings =
    rest === ''
      ? []
      : [`${basename(file)}:${lines.length + 1}: the last sample was cut short and is left out`];
  return { samples, warnings };
}

function readLine(place: string, line: string): Sample {
  const result = sampleSchema.safeParse(parseJson(place, line));
  if (!result.success) throw new StoreError(place, `not a sample (${firstIssue(result.error)})`);
  return result.data;
}

/** How many whole lines a file has. */
export async function countLines(file: string): Promise<number> {
  checkRegular(file);
  let count = 0;
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>)
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/**
 * Files of lines as a table of SQL with the columns of samples.parquet.
 *
 * @param options further options of DuckDB's `read_json`, each behind a comma, and columns that they add
 */
export function linesTable(files: readonly string[], options = '', added = ''): string {
  const keys = SAMPLE_COLUMNS.map(({ key, type }) => `"${key}": ${literal(type)}`).join(', ');
  const columns = SAMPLE_COLUMNS.map(({ key, id }) => `"${key}" as "${id}"`).join(', ');
  const scan = `read_json([${files.map(literal).join(', ')}], format = 'newline_delimited', columns = {${keys}}${options})`;
  return `(select ${columns}${added} from ${scan})`;
}

import { join } from 'node:path';
import { replaceFile } from './durable.ts';
import { RUN_FILE } from './files.ts';
import { parseJson, readText } from './parse.ts';
import { readRecord } from './reader.ts';
import type { RunRecord } from './record.ts';
import { upgradeRun } from './upgrade.ts';

/**
 * Changes facts of a run that is over, and no others: what the file has that this version doesn't know stays there. The
 * run must be locked.
 *
 * @param change facts to write; undefined takes one away
 * @throws StoreError
 */
export async function rewriteRecord(
  folder: string,
  change: (record: RunRecord) => { readonly [K in keyof RunRecord]?: RunRecord[K] | undefined },
): Promise<RunRecord> {
  const file = join(folder, RUN_FILE);
  const record = await readRecord(file);
  const found = upgradeRun(parseJson(file, await readText(file))) as object;
  replaceFile(file, `${JSON.stringify({ ...found, ...change(record) }, null, 2)}\n`);
  return readRecord(file);
}

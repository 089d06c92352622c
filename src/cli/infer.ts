import { type Block, heading } from '../report/text/document.ts';
import type { Decision } from '../userdata/infer/write.ts';
import { inferUserData } from '../userdata/userdata.ts';
import type { ReadingOptions } from './data/flags.ts';
import { requestOf, watched } from './data/taking.ts';
import type { ListFormat, OutputOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { listTable, printBlocks, put } from './print.ts';

/** `wiremark infer`: prints the schema of a user's documents, and how it was inferred. */
export async function infer(
  _: Place,
  source: string,
  options: ReadingOptions & OutputOptions<ListFormat>,
): Promise<ExitCode> {
  const request = requestOf(source, options);
  const { schema, decisions } = await watched(request.source, (watch) => inferUserData(request, watch));
  if (options.format === 'json') {
    put(schema, options.out);
    return 0;
  }
  await printBlocks(blocksOf(decisions, schema), null, options);
  return 0;
}

function blocksOf(decisions: readonly Decision[], schema: string): Block[] {
  const rows = decisions.map((one) => ({ ...one }));
  const listed = listTable(rows, { PATH: 'path', WHAT: 'what', 'OTHERWISE WITH': 'instead', WHY: 'why' });
  const typed = listed.columns.map((column, i) => ({ ...column, typed: i === 0 || i === 2 }));
  const table = { ...listed, columns: typed };
  const lines = schema.trimEnd().split('\n');
  return [
    ...(rows.length > 0 ? [table] : []),
    heading(2, 'Schema'),
    { kind: 'verbatim', lines, language: 'json' },
  ];
}

import { heading } from '../report/text/document.ts';
import { readUserData } from '../userdata/userdata.ts';
import type { ReadingOptions } from './data/flags.ts';
import { requestOf, watched } from './data/taking.ts';
import type { ListFormat, OutputOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { listTable, printBlocks, put } from './print.ts';

export async function infer(
  _: Place,
  source: string,
  options: ReadingOptions & OutputOptions<ListFormat>,
): Promise<ExitCode> {
  const request = requestOf(source, options);
  const { schema, decisions } = await watched(request.source, (watch) => readUserData(request, watch));
  if (options.format === 'json') {
    put(schema, options.out);
    return 0;
  }
  const rows = decisions.map((one) => ({ ...one }));
  const table = listTable(rows, { PATH: 'path', WHAT: 'what', 'OTHERWISE WITH': 'instead', WHY: 'why' });
  const lines = schema.trimEnd().split('\n');
  const written = [heading(2, 'Schema'), { kind: 'verbatim', lines, language: 'json' } as const];
  await printBlocks(rows.length > 0 ? [table, ...written] : written, null, options);
  return 0;
}

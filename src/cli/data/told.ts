/** What is said about a person's own documents before they are used. */
import { basename } from 'node:path';
import { shortPath } from '../../bench/own-data.ts';
import type { Taken } from '../../dataset/given/take.ts';
import { readModel } from '../../dataset/prepare.ts';
import type { DatasetDefinition } from '../../define/types.ts';
import { quoteWord } from '../../files/shell-word.ts';
import { readingWords } from '../../report/run/again.ts';
import { counted, grouped } from '../../report/text/numbers.ts';
import type { DataRequest, OwnDocuments } from '../../store/record.ts';
import { calledAs } from '../called.ts';

/** Where documents are in a source, and how else they could be read. */
const LIE: Readonly<Record<Taken['kind'], string>> = {
  one: ', JSON',
  elements: ', the elements of a list (--documents root reads it as one)',
  lines: ', one a line (NDJSON)',
  values: ', one after another',
  files: ', in the files of a folder',
};

/** `orders.ndjson: 200 documents, one a line (NDJSON). 160 are timed, 40 held back as documents never seen before.` */
export function takenText(
  request: DataRequest,
  { kind, leftOut, total, looked }: Taken,
  { timed, held }: OwnDocuments,
): string {
  const source = request.source === '-' ? 'standard input' : basename(request.source);
  const chosen = timed + held;
  const part = chosen < total ? ` A seeded sample of ${grouped(chosen)} is used.` : '';
  const ofAll = looked === total ? 'all' : `a seeded sample of ${grouped(looked)}`;
  const from = chosen < total && request.schema === undefined ? ` The schema is inferred from ${ofAll}.` : '';
  const others = `others like ${timed === 1 ? 'it' : 'them'} are generated`;
  const kept = held > 0 ? `${grouped(held)} held back as documents never seen before` : others;
  const what = timed === 1 ? `It is timed, ${kept}` : `${grouped(timed)} are timed, ${kept}`;
  return `${source}: ${countText(total)}${LIE[kind]}.${part} ${what}.${from}${leftOutText(leftOut)}`;
}

function leftOutText([first, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  return ` Not read: ${first}${others.length === 0 ? '' : ` and ${grouped(others.length)} more`}.`;
}

/** `Schema: 14 fields in 3 records; see it: wiremark infer orders.ndjson` */
export function shapeText(request: DataRequest, definition: DatasetDefinition): string {
  const records = [...readModel(definition).records.values()];
  const fields = records.reduce((sum, one) => sum + one.fields.length, 0);
  const within = `${counted(fields, 'field')} in ${counted(records.length, 'record')}`;
  const shape = `Schema: ${records.length === 0 ? 'no records' : within}`;
  if (request.schema !== undefined) return `${shape}, from ${basename(request.schema)}`;
  if (request.source === '-') return shape;
  const words = [quoteWord(shortPath(request.source)), ...readingWords(request)];
  return `${shape}; see it: ${calledAs()} infer ${words.join(' ')}`;
}

const countText = (documents: number) => (documents === 1 ? 'one document' : counted(documents, 'document'));

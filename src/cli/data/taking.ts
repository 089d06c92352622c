/** A person's own documents for a verb: read, described in a line or two, and made a dataset. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readModel } from '../../dataset/prepare.ts';
import type { DatasetDefinition } from '../../define/types.ts';
import { quoteWord } from '../../files/shell-word.ts';
import type { Taken } from '../../given/take.ts';
import type { Filters } from '../../plan/filters.ts';
import { counted, grouped } from '../../report/numbers.ts';
import { readingWords } from '../../report/run/commands.ts';
import { visible } from '../../report/text/width.ts';
import { DEFAULT_SUITE } from '../../run/definitions.ts';
import { ownDataAgain, ownDataOf, readData, shortPath, type Watch } from '../../run/own-data.ts';
import type { OwnData } from '../../run/own-suite.ts';
import type { StoredRun } from '../../store/folder/reader.ts';
import type { DataRequest, OwnDocuments } from '../../store/record/record.ts';
import { refuseWithout, UsageError } from '../errors.ts';
import { type Attendance, attended } from '../interruptible.ts';
import { calledAs } from '../own-command.ts';
import type { DataOptions, ReadingOptions } from './flags.ts';

/**
 * Reads what `--data` names, and says so on standard error.
 *
 * @param parent where the dataset's folder is made; by default it is removed when wiremark ends
 * @returns what a plan needs of it; an empty suite: every serializer on the documents
 * @throws UsageError for flags that exclude each other; GivenError, DefinitionError
 */
export async function askedData(
  options: DataOptions & Pick<Filters, 'dataset'>,
  suite: string | undefined,
  parent?: string,
) {
  refuseFiles([suite ?? '', ...(options.dataset ?? [])]);
  const hard = options.hard === 'strict' ? options.hard : undefined;
  const { documents, schema, as, keepData } = options;
  const reading = { '--documents': documents, '--schema': schema, '--as': as, '--keep-data': keepData };
  refuseWithout('--data FILE', options.data, reading);
  if (options.data === undefined) return { suite: suite ?? DEFAULT_SUITE, data: undefined, hard };
  const request = requestOf(options.data, options, keepData);
  const data = await attended(null, async (attendance) => {
    const read = await readData(request, watchOf(request.source, attendance));
    const data = await ownDataOf(request, read, parent);
    // An interrupt during work on a large document would otherwise be lost with its listener.
    await setImmediate();
    attendance.signal.throwIfAborted();
    attendance.status.clear();
    const lines = [takenText(request, read.taken, data.own), shapeText(request, data.definition)];
    for (const line of lines) process.stderr.write(`wiremark: ${visible(line)}\n`);
    return data;
  });
  return { suite: suite ?? '', data, hard };
}

/** The documents of a resumed run; null where it has none of a person's own. */
export function dataAgain(run: StoredRun): Promise<OwnData | null> {
  const source = run.record.request.data?.source ?? '';
  return attended(null, (attendance) => ownDataAgain(run, watchOf(source, attendance)));
}

export function requestOf(source: string, options: ReadingOptions, keep = false): DataRequest {
  const { documents, schema, as } = options;
  return {
    source: source === '-' ? source : resolve(source),
    ...(documents && { documents }),
    ...(schema !== undefined && { schema: resolve(schema) }),
    ...(as && { overrules: as }),
    ...(keep && { keep }),
  };
}

/** Reads documents for a verb that runs nothing on them. */
export function readGiven(request: DataRequest) {
  return attended(null, (attendance) => readData(request, watchOf(request.source, attendance)));
}

/** Shows the progress of reading at a terminal. */
function watchOf(source: string, { status, signal }: Attendance): Watch {
  // What can't be looked at is told where it is read.
  const size = existsSync(source) ? statSync(source) : null;
  const of = size?.isFile() ? ` of ${spelledBytes(size.size)}` : '';
  const name = source === '-' ? 'standard input' : shortPath(source);
  return { signal, progress: (bytes) => status.show(`reading ${name}: ${spelledBytes(bytes)}${of}`) };
}

/** `2.4 MB`. */
function spelledBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${grouped(bytes / 1e3, 1)} kB` : `${grouped(bytes / 1e6, 1)} MB`;
}

/** Endings of files of documents, which no suite and no dataset has. */
const DOCUMENTS = /\.(json|ndjson|jsonl|gz|zst)$/i;

/** @throws UsageError for a file where a name belongs */
function refuseFiles(words: readonly string[]): void {
  const file = words.find(
    (word) => DOCUMENTS.test(word) && lstatSync(word, { throwIfNoEntry: false })?.isDirectory() === false,
  );
  if (file !== undefined)
    throw new UsageError(`"${file}" is a file, not a name. Did you mean --data ${file}?`);
}

/** Where documents are in a source, and how else they could be read. */
const LIE: Readonly<Record<Taken['kind'], string>> = {
  one: ', JSON',
  elements: ', the elements of a list (--documents root reads it as one)',
  lines: ', one a line (NDJSON)',
  values: ', one after another',
  files: ', in the files of a folder',
};

/** `orders.ndjson: 200 documents, one a line (NDJSON). 160 are timed, 40 held back as documents never seen before.` */
function takenText(
  request: DataRequest,
  { kind, leftOut, total, looked }: Taken,
  { timed, held }: OwnDocuments,
): string {
  const source = request.source === '-' ? 'standard input' : basename(request.source);
  const count = total === 1 ? 'one document' : counted(total, 'document');
  const chosen = timed + held;
  const part = chosen < total ? ` A seeded sample of ${grouped(chosen)} is used.` : '';
  const ofAll = looked === total ? 'all' : `a seeded sample of ${grouped(looked)}`;
  const from = chosen < total && request.schema === undefined ? ` The schema is inferred from ${ofAll}.` : '';
  const [first, ...more] = leftOut;
  const alike = more.length === 0 ? '' : ` and ${grouped(more.length)} more`;
  const skipped = first === undefined ? '' : ` Not read: ${first}${alike}.`;
  const others = `others like ${timed === 1 ? 'it' : 'them'} are generated`;
  const kept = held > 0 ? `${grouped(held)} held back as documents never seen before` : others;
  const what = timed === 1 ? `It is timed, ${kept}` : `${grouped(timed)} are timed, ${kept}`;
  return `${source}: ${count}${LIE[kind]}.${part} ${what}.${from}${skipped}`;
}

/** `Schema: 14 fields in 3 records; see it: wiremark infer orders.ndjson` */
function shapeText(request: DataRequest, definition: DatasetDefinition): string {
  const records = [...readModel(definition).records.values()];
  const fields = records.reduce((sum, one) => sum + one.fields.length, 0);
  const within = `${counted(fields, 'field')} in ${counted(records.length, 'record')}`;
  const shape = `Schema: ${records.length === 0 ? 'no records' : within}`;
  if (request.schema !== undefined) return `${shape}, from ${basename(request.schema)}`;
  if (request.source === '-') return shape;
  const words = [quoteWord(shortPath(request.source)), ...readingWords(request)];
  return `${shape}; see it: ${calledAs()} infer ${words.join(' ')}`;
}

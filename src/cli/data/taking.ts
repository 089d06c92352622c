import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DEFAULT_SUITE } from '../../define/load.ts';
import { present } from '../../define/present.ts';
import { shortPath, sizeText } from '../../machine/files/read.ts';
import { scratchFor } from '../../machine/scratch.ts';
import type { Filters } from '../../plan/filters.ts';
import { visible } from '../../report/text/width.ts';
import { userDataAgain } from '../../run/user-data.ts';
import type { StoredRun } from '../../store/folder/reader.ts';
import type { Watch } from '../../userdata/source.ts';
import { takeUserData, type UserData, type UserDataRequest } from '../../userdata/userdata.ts';
import { refuseWithout, UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import type { DataOptions, ReadingOptions } from './flags.ts';

/**
 * Reads the documents of `--data`, and prints a summary of them to standard error.
 * @returns what to plan: `data` is undefined without `--data`; `suite` is the empty string for `--data` without a suite
 */
export async function askedData(options: DataOptions & Pick<Filters, 'dataset'>, suite: string | undefined) {
  refuseFiles([suite ?? '', ...(options.dataset ?? [])]);
  const hard = options.hard === 'strict' ? options.hard : undefined;
  const { documents, schema, as, objects, keepData, all } = options;
  const reading = { '--documents': documents, '--schema': schema, '--as': as, '--objects': objects };
  refuseWithout('--data FILE', options.data, { ...reading, '--keep-data': keepData, '--all': all });
  if (all && suite !== undefined)
    throw new UsageError(`--all is for --data alone: suite ${suite} has its own rows`);
  if (options.data === undefined) return { suite: suite ?? DEFAULT_SUITE, data: undefined, hard };
  const request = { ...requestOf(options.data, options, keepData), ...(objects && { objects }) };
  const { summary, ...data } = await watched(request.source, (watch) =>
    takeUserData(request, watch, scratchFor('data')),
  );
  for (const line of summary) process.stderr.write(`wiremark: ${visible(line)}\n`);
  return { suite: suite ?? '', data, hard };
}

/** Returns the user's documents for a resumed run, from the run's copy or else from their source; null if the run has none. */
export function dataAgain(run: StoredRun): Promise<UserData | null> {
  return watched(run.record.request.data?.source ?? '', (watch) => userDataAgain(run, watch));
}

export function requestOf(source: string, options: ReadingOptions, keep?: true): UserDataRequest {
  const { documents, schema, as } = options;
  if (source === '')
    throw new UsageError(
      'the path of the documents is empty: give a file, a folder, or - for standard input',
    );
  return {
    source: source === '-' ? source : resolve(source),
    ...present({ documents, schema: schema && resolve(schema), overrules: as, keep }),
  };
}

/** Runs `work`, which reads documents, and shows its progress in the status line. Throws after an interrupt. */
export function watched<T>(source: string, work: (watch: Required<Watch>) => Promise<T>): Promise<T> {
  const name = source === '-' ? 'standard input' : shortPath(source);
  return attended(async ({ status, signal }) => {
    const progress = (bytes: number) => status.show(`reading ${name}: ${sizeText(bytes)}`);
    const done = await work({ signal, progress });
    // Lets a pending interrupt arrive before `attended` removes its listeners.
    await setImmediate();
    signal.throwIfAborted();
    return done;
  });
}

const DOCUMENTS = /\.(json|ndjson|jsonl|gz|zst)$/i;

function refuseFiles(words: readonly string[]): void {
  const file = words.find(
    (word) => DOCUMENTS.test(word) && lstatSync(word, { throwIfNoEntry: false })?.isDirectory() === false,
  );
  if (file !== undefined)
    throw new UsageError(`"${file}" is a file, not a name. Did you mean --data ${file}?`);
}

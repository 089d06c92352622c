/** Reads what a runner has dumped: its file may be anything, and larger than we can take. */
import { FileRefused, readRegular } from '../files/regular-file.ts';
import { RunnerFailure } from '../runner/client.ts';

/** A runner's own doing; whatever else keeps a file from being read is the machine's. */
const ITS_DOING = ['ENOENT', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'];

/**
 * The bytes of a dump.
 *
 * @param title what it holds, for the reason: `hard documents`
 * @throws RunnerFailure when there is nothing of the kind, and for what is beyond our own limit; what the file system
 *   throws for what is no fault of the runner
 */
export function readDump(file: string, title: string): Buffer {
  try {
    return readRegular(file, { links: false });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof FileRefused && error.why === 'limit') throw beyondLimit(title, message);
    if (!(error instanceof FileRefused) && !ITS_DOING.includes(code ?? '')) throw error;
    throw new RunnerFailure({ verdict: 'mismatch', reason: `${title}: the dump can't be read: ${message}` });
  }
}

/** Does what decodes a dump. @throws RunnerFailure for a text that is longer than ours can be */
export async function withinLimits<T>(title: string, decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STRING_TOO_LONG') throw error;
    throw beyondLimit(title, 'a single text of 512 MiB or more');
  }
}

/** The row may be right: it can't be said here. */
function beyondLimit(title: string, what: string): RunnerFailure {
  const reason = `${title}: wiremark can't verify so much (${what}): take a smaller size of the dataset`;
  return new RunnerFailure({ verdict: 'unsupported', reason });
}

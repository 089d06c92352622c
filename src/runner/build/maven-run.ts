import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import { endGroup, watchGroup } from '../group.ts';

export interface MavenInput {
  /** Folder of the POM to build. */
  readonly folder: string;
  /** Ask again for what couldn't be had before; Maven remembers that for a day. */
  readonly update: boolean;
  /** Where everything that Maven prints goes. */
  readonly log: string;
  readonly line: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface MavenOutcome {
  readonly output: readonly string[];
  /** Why it was ended before its time; null if it wasn't. */
  readonly cutOff: string | null;
}

const MINUTE = 60_000;
// A large Scala module compiles for a minute or two without a word; downloads print a line for each file.
const SILENCE = 5 * MINUTE;
const LONGEST = 30 * MINUTE;

// A machine without a way to the registry must fail soon: by default a connection is waited for much longer. The first
// two are read by Maven 3.8 and older, the others by 3.9 and newer. Milliseconds.
const TIME_LIMITS = [
  '-Dmaven.wagon.http.connectionTimeout=10000',
  '-Dmaven.wagon.rto=60000',
  '-Daether.connector.connectTimeout=10000',
  '-Daether.connector.requestTimeout=60000',
];

/** Runs Maven up to the phase after compilation. Throws only when aborted or when Maven can't be started. */
export async function runMaven(input: MavenInput): Promise<MavenOutcome> {
  const child = execa(
    'mvn',
    ['-B', '-T', '2', '--fail-at-end', ...(input.update ? ['-U'] : []), ...TIME_LIMITS, 'process-classes'],
    {
      cwd: input.folder,
      detached: process.platform !== 'win32',
      reject: false,
      buffer: false,
      stdin: 'ignore',
      all: true,
    },
  );
  const { pid } = child;
  if (pid !== undefined) watchGroup(pid);
  let cutOff: string | null = null;
  const end = (reason: string | null): void => {
    cutOff ??= reason;
    if (pid !== undefined) endGroup(pid);
  };
  const silence = setTimeout(() => end(`Maven said nothing for ${SILENCE / MINUTE} minutes`), SILENCE);
  const limit = setTimeout(() => end(`Maven took more than ${LONGEST / MINUTE} minutes`), LONGEST);
  const abort = (): void => end(null);
  input.signal?.addEventListener('abort', abort, { once: true });

  const log = createWriteStream(input.log);
  const output: string[] = [];
  try {
    for await (const line of child.iterable({ from: 'all' })) {
      silence.refresh();
      log.write(`${line}\n`);
      output.push(line);
      input.line(line);
    }
    const result = await child;
    if (result.exitCode === undefined && cutOff === null && !input.signal?.aborted) {
      cutOff = `Maven didn't run: ${result.shortMessage ?? result.signal ?? 'no reason given'}`;
    }
  } finally {
    clearTimeout(silence);
    clearTimeout(limit);
    input.signal?.removeEventListener('abort', abort);
    if (pid !== undefined) endGroup(pid);
    log.end();
    await finished(log);
  }
  input.signal?.throwIfAborted();
  return { output, cutOff };
}

/** What `java` on the path says its version is; part of what a module was built with. Empty if there is none. */
export async function javaVersion(): Promise<string> {
  const { stderr } = await execa('java', ['-version'], { reject: false });
  return stderr?.split('\n')[0] ?? '';
}
